import type { BrowserContext, Page } from 'puppeteer-core';
import { userAgentFor, type BrowserIdentity } from '../../identity/browser-identity.js';
import { deviceProfile } from '../../identity/device-profiles.js';
import type { FetchRequest } from '../../port.js';
import { showForm } from './form-page.js';
import { HARDEN_SCRIPT } from './page-scripts.js';
import { boundStorage, type PageStorage } from './page-storage.js';
import { LATE, within } from '../within.js';

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

const userAgentOf = ({ identity, request }: PageSettings) => {
  const callerAgent = Object.entries(request.headers ?? {}).find(([name]) => name.toLowerCase() === 'user-agent')?.[1];
  const { brands, majorVersion } = identity;
  const device = deviceProfile(request.device);
  return {
    userAgent: callerAgent ?? userAgentFor(majorVersion, request.device),
    platform: device.scriptPlatform,
    userAgentMetadata: {
      brands: [...brands],
      fullVersion: `${majorVersion}.0.0.0`,
      platform: device.platform,
      platformVersion: device.platformVersion,
      architecture: device.architecture,
      bitness: device.bitness,
      model: device.model,
      mobile: device.isMobile,
      formFactors: [device.formFactor],
    },
  };
};

type UserAgent = ReturnType<typeof userAgentOf>;

/** Puppeteer's touch screens know one finger. */
const enableTouch = async (page: Page, maxTouchPoints: number, agent: UserAgent): Promise<void> => {
  // Its settings end with the session, which ends with the page.
  const session = await page.createCDPSession();
  await session.send('Emulation.setTouchEmulationEnabled', { enabled: true, maxTouchPoints });
  // A session that has none of its own takes away the platform of others when the page moves to another process.
  await session.send('Emulation.setUserAgentOverride', agent);
};

const preparePage = async (page: Page, settings: PageSettings, storage: PageStorage): Promise<void> => {
  const { request } = settings;
  const { viewport, touchPoints } = deviceProfile(request.device);
  const agent = userAgentOf(settings);
  const isTouched = touchPoints > 0;
  await page.setViewport(isTouched ? { ...viewport, isMobile: true, hasTouch: true } : viewport);
  await page.evaluateOnNewDocument(HARDEN_SCRIPT);
  await page.setUserAgent(agent);
  if (isTouched) await enableTouch(page, touchPoints, agent);
  if (request.method === 'POST') await showForm(page, request);
  await storage.ready;
};

export interface OpenedPage {
  readonly page: Page;
  readonly storage: PageStorage;
}

/** A page with its settings, and with the form of a fetch that submits one; undefined when the browser does not come by one in time. */
export const openPage = async (
  context: BrowserContext,
  settings: PageSettings,
  { openPageMs, preparePageMs }: OpenTimeouts,
): Promise<OpenedPage | undefined> => {
  const page = await within(context.newPage(), openPageMs);
  if (page === LATE) return undefined;
  const storage = boundStorage(page, settings.request.url);
  const prepared = await within(preparePage(page, settings, storage), preparePageMs);
  return prepared === LATE ? undefined : { page, storage };
};
