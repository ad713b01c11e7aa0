import type { HTTPResponse, Page } from 'puppeteer-core';
import type { FetchRequest, ScenarioOutcome } from '../../port.js';
import type { TakenCookies } from './session-cookies.js';
import { mergeCookies, pickCallerHeaders, withoutBodyHeaders, type HeaderList } from '../../http/request-headers.js';

/** A document whose bytes only plain HTTP can get: its URL, and the headers that the page would send there. */
export interface Refetch {
  readonly refetchUrl: string;
  readonly headers: HeaderList;
  readonly isRedirected: boolean;
  /** The cookies of the page's session. */
  readonly taken?: TakenCookies | undefined;
  /** What the scripts of the steps before it returned. */
  readonly scenario?: ScenarioOutcome | undefined;
}

const TEXT_TYPE = /^\s*(?:text\/|application\/(?:[\w.-]+\+)?(?:json|xml)\b)/i;
const CHARSET = /;\s*charset\s*=\s*"?([\w-]+)/i;
const REPLACEMENT = Buffer.from('\uFFFD', 'utf8');

const isAscii = (bytes: Buffer): boolean => bytes.every((byte) => byte < 0x80);

/**
 * The bytes as the browser received them. It keeps texts decoded, so only UTF-8 can be returned unchanged: undefined for any
 * other document.
 */
export const readExactBytes = async (response: HTTPResponse): Promise<Uint8Array | undefined> => {
  const type = response.headers()['content-type'] ?? '';
  const charset = CHARSET.exec(type)?.[1]?.toLowerCase();
  if (!TEXT_TYPE.test(type) || (charset !== undefined && charset !== 'utf-8')) return undefined;
  const bytes = await response.buffer().then(
    (received) => Buffer.from(received),
    () => undefined,
  );
  if (!bytes) return undefined;
  const isExact = charset === undefined ? isAscii(bytes) : !bytes.includes(REPLACEMENT);
  return isExact ? bytes : undefined;
};

const readCookies = async (page: Page, url: string): Promise<string> => {
  const session = await page.createCDPSession();
  try {
    const { cookies } = await session.send('Network.getCookies', { urls: [url] });
    return cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  } finally {
    await session.detach().catch(() => undefined);
  }
};

/** A fetch of the document at `url` by plain HTTP, with the page's current cookies; those of a session are in its jar. */
export const createRefetch = async (
  page: Page,
  url: string,
  request: FetchRequest,
  isRedirected: boolean,
): Promise<Refetch> => {
  const isSameOrigin = new URL(url).origin === new URL(request.url).origin;
  const picked = pickCallerHeaders(request.headers ?? {}, isSameOrigin);
  const caller = request.method === 'POST' ? withoutBodyHeaders(picked) : picked;
  const cookie = request.session ? '' : mergeCookies(caller['cookie'], await readCookies(page, url));
  return { refetchUrl: url, headers: { ...caller, ...(cookie ? { cookie } : {}) }, isRedirected };
};
