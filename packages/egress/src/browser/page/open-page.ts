import type { BrowserContext, Cookie, Page } from 'puppeteer-core';
import type { BrowserIdentity } from '../../identity/browser-identity.js';
import type { FetchRequest } from '../../port.js';
import { showForm } from './form-page.js';
import { HARDEN_SCRIPT } from './page-scripts.js';
import { type PageAgent, pageWindowOf } from './page-window.js';
import { boundStorage, type PageStorage } from './page-storage.js';
import { putCookies } from './session-cookies.js';
import { LATE, within } from '../../wait.js';

/** Longest waits for a context, for a page in it, and for the page's settings; a busy browser needs far less. */
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

/** Puppeteer itself supports only one touch point. */
const enableTouch = async (page: Page, maxTouchPoints: number, agent: PageAgent): Promise<void> => {
  // The settings last as long as the session, which ends with the page.
  const session = await page.createCDPSession();
  await session.send('Emulation.setTouchEmulationEnabled', { enabled: true, maxTouchPoints });
  // Without an override of its own, this session would remove the platform set by others when the page changes its process.
  await session.send('Emulation.setUserAgentOverride', agent);
};

const preparePage = async (page: Page, settings: PageSettings, storage: PageStorage): Promise<void> => {
  const { identity, request } = settings;
  const { viewport, agent, touchPoints } = await pageWindowOf(identity, request);
  await page.setViewport(viewport);
  await page.evaluateOnNewDocument(HARDEN_SCRIPT);
  await page.setUserAgent(agent);
  if (touchPoints > 0) await enableTouch(page, touchPoints, agent);
  if (request.method === 'POST') await showForm(page, request);
  await storage.ready;
};

export interface OpenedPage {
  readonly page: Page;
  readonly storage: PageStorage;
  /** Those of the session that the browser took. */
  readonly cookies: readonly Cookie[];
}

/** Opens a page with its settings, and with the form if the fetch submits one; undefined if that takes too long. */
export const openPage = async (
  context: BrowserContext,
  settings: PageSettings,
  { openPageMs, preparePageMs }: OpenTimeouts,
): Promise<OpenedPage | undefined> => {
  const page = await within(context.newPage(), openPageMs);
  if (page === LATE) return undefined;
  const storage = boundStorage(page, settings.request.url);
  const { session } = settings.request;
  const preparing = preparePage(page, settings, storage).then(() =>
    session ? putCookies(context, page, session.cookies) : [],
  );
  const cookies = await within(preparing, preparePageMs);
  return cookies === LATE ? undefined : { page, storage, cookies };
};
