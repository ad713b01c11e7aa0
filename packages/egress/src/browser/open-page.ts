import type { BrowserContext, Page } from 'puppeteer-core';
import type { BrowserIdentity } from '../browser-identity.js';
import type { FetchRequest } from '../port.js';
import { HARDEN_SCRIPT } from './page-scripts.js';
import { VIEWPORT } from './take-screenshot.js';
import { LATE, within } from './within.js';

/** Longest waits for a context, for a page in it, and for the page to take its settings; a browser at work needs far less. */
export const OPEN_CONTEXT_TIMEOUT_MS = 20_000;
export const OPEN_PAGE_TIMEOUT_MS = 20_000;
export const PREPARE_PAGE_TIMEOUT_MS = 20_000;

export interface OpenTimeouts {
  readonly openContextMs: number;
  readonly openPageMs: number;
  readonly preparePageMs: number;
}

export const OPEN_TIMEOUTS: OpenTimeouts = {
  openContextMs: OPEN_CONTEXT_TIMEOUT_MS,
  openPageMs: OPEN_PAGE_TIMEOUT_MS,
  preparePageMs: PREPARE_PAGE_TIMEOUT_MS,
};

interface PageSettings {
  readonly identity: BrowserIdentity;
  readonly request: FetchRequest;
}

const preparePage = async (page: Page, { identity, request }: PageSettings): Promise<void> => {
  const callerAgent = Object.entries(request.headers ?? {}).find(([name]) => name.toLowerCase() === 'user-agent')?.[1];
  const { brands, userAgent, majorVersion } = identity;
  await page.setViewport(VIEWPORT);
  await page.evaluateOnNewDocument(HARDEN_SCRIPT);
  await page.setUserAgent({
    userAgent: callerAgent ?? userAgent,
    userAgentMetadata: {
      brands: [...brands],
      fullVersion: `${majorVersion}.0.0.0`,
      platform: 'Linux',
      platformVersion: '',
      architecture: 'x86',
      bitness: '64',
      model: '',
      mobile: false,
    },
  });
};

/** A page with its settings; undefined when the browser does not come by one in time. */
export const openPage = async (
  context: BrowserContext,
  settings: PageSettings,
  { openPageMs, preparePageMs }: OpenTimeouts,
): Promise<Page | undefined> => {
  const page = await within(context.newPage(), openPageMs);
  if (page === LATE) return undefined;
  return (await within(preparePage(page, settings), preparePageMs)) === LATE ? undefined : page;
};
