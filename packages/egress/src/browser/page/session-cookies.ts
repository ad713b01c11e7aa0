import type { CookieChange, KeptCookie } from '@quarry/contracts';
import type { BrowserContext, Cookie, Page, Protocol } from 'puppeteer-core';
import { LATE, within } from '../../wait.js';

/** Longest wait for the cookies of a page that has been read. */
const READ_MS = 5_000;
export const COOKIES_UNREADABLE = 'the cookies of the page could not be read: the session keeps those that it had';

const SAME_SITES = { strict: 'Strict', lax: 'Lax', none: 'None' } as const;

/** A cookie without a domain of its own is set by an address, else subdomains would get it too. */
const toParam = ({
  domain,
  isHostOnly,
  isSecure,
  isHttpOnly,
  ...cookie
}: KeptCookie): Protocol.Network.CookieParam => ({
  ...{ name: cookie.name, value: cookie.value, path: cookie.path, secure: isSecure, httpOnly: isHttpOnly },
  ...(isHostOnly
    ? { url: `${isSecure ? 'https' : 'http'}://${domain.includes(':') ? `[${domain}]` : domain}/` }
    : { domain: `.${domain}` }),
  ...(cookie.sameSite === undefined ? {} : { sameSite: SAME_SITES[cookie.sameSite] }),
  ...(cookie.expiresAtMs === undefined ? {} : { expires: cookie.expiresAtMs / 1_000 }),
});

const sameSiteOf = ({ sameSite }: Cookie): KeptCookie['sameSite'] =>
  sameSite === 'Strict' ? 'strict' : sameSite === 'Lax' ? 'lax' : sameSite === 'None' ? 'none' : undefined;

const toKept = (cookie: Cookie, setAtMs: number): KeptCookie => {
  const { name, value, domain, path, secure, httpOnly, expires, session } = cookie;
  const sameSite = sameSiteOf(cookie);
  return {
    ...{ name, value, domain: domain.replace(/^\./, ''), path, isHostOnly: !domain.startsWith('.') },
    ...{ isSecure: secure, isHttpOnly: httpOnly ?? false, setAtMs },
    ...(sameSite === undefined ? {} : { sameSite }),
    ...(session || expires < 0 ? {} : { expiresAtMs: Math.round(expires * 1_000) }),
  };
};

const keyOf = ({ name, domain, path }: Cookie): string => `${domain};${path};${name}`;
const contentOf = ({ value, expires, secure, httpOnly, sameSite }: Cookie): string =>
  JSON.stringify([value, expires, secure, httpOnly, sameSite]);

/** Cookies of one top-level site alone belong to frames of others, and no session keeps them. */
const listCookies = async (context: BrowserContext): Promise<readonly Cookie[]> =>
  (await context.cookies()).filter(({ partitionKey }) => partitionKey === undefined);

/** Sets the session's cookies in the page's context. Returns those that the browser took. */
export const putCookies = async (
  context: BrowserContext,
  page: Page,
  cookies: readonly KeptCookie[],
): Promise<readonly Cookie[]> => {
  const session = await page.createCDPSession();
  try {
    const put = (params: Protocol.Network.CookieParam[]) => session.send('Network.setCookies', { cookies: params });
    const params = cookies.map(toParam);
    // One that the browser does not accept makes it refuse all of them.
    await put(params).catch(async () => {
      for (const one of params) await put([one]).catch(() => undefined);
    });
  } finally {
    await session.detach().catch(() => undefined);
  }
  return listCookies(context);
};

export interface TakenCookies {
  readonly cookies: readonly KeptCookie[];
  readonly changes: readonly CookieChange[];
}

/** The cookies of the context now, and what the page did to those that it began with. Undefined if they cannot be read. */
export const takeCookies = async (
  context: BrowserContext,
  begun: readonly Cookie[],
): Promise<TakenCookies | undefined> => {
  const found = await within(listCookies(context), READ_MS).catch((): typeof LATE => LATE);
  if (found === LATE) return undefined;
  const nowMs = Date.now();
  const before = new Map(begun.map((cookie) => [keyOf(cookie), contentOf(cookie)]));
  const changed = found.filter((cookie) => before.get(keyOf(cookie)) !== contentOf(cookie));
  const left = new Set(found.map(keyOf));
  const isOver = ({ session, expires }: Cookie): boolean => !session && expires * 1_000 <= nowMs;
  const gone = begun.filter((cookie) => !left.has(keyOf(cookie)) && !isOver(cookie));
  return {
    cookies: found.map((cookie) => toKept(cookie, nowMs)),
    changes: [
      ...changed.map((cookie) => toKept(cookie, nowMs)),
      ...gone.map((cookie): CookieChange => ({ ...toKept(cookie, nowMs), isDeleted: true })),
    ],
  };
};
