import { createBrowserPool, type BrowserPool } from '../browser/browser-pool.js';
import { createBrowserTier, type BrowserTier } from '../browser/browser-tier.js';
import { launchChromium } from '../browser/process/chromium-process.js';
import { findChromium, readMajorVersion } from '../browser/process/find-chromium.js';
import { createFlagCheck } from '../browser/process/known-flags.js';
import { sweepProfileFolders } from '../browser/process/profile-folder.js';
import { createBrowserIdentity, type BrowserIdentity } from '../identity/browser-identity.js';
import { createDialler } from '../exits/dial-target.js';
import type { ChromiumSettings, FetcherOptions, SharedBrowser } from './fetcher-options.js';
import { createGuardedLookup } from '../target/guarded-lookup.js';
import { createHopClient } from '../http/http-hop.js';
import { createHttpTier, type HttpTier } from '../http/http-tier.js';
import { MAX_ROBOTS_DOWNLOAD_BYTES, MAX_ROBOTS_REDIRECTS } from '../robots/robots-limits.js';

export interface Tiers {
  http(): Promise<HttpTier>;
  /** Plain HTTP with the bounds for robots.txt. */
  robots(): Promise<HttpTier>;
  /** Undefined where no browser is configured or installed. */
  browser(): Promise<BrowserTier | undefined>;
  close(): Promise<void>;
}

interface InstalledChromium {
  readonly executablePath: string;
  readonly settings: ChromiumSettings;
}

type Chromium = FetcherOptions['chromium'];

const isShared = (chromium: Chromium): chromium is SharedBrowser => chromium !== undefined && 'pool' in chromium;

const findInstalled = async (settings: Chromium): Promise<InstalledChromium | undefined> => {
  if (!settings || isShared(settings)) return undefined;
  const executablePath = settings.executablePath ?? (await findChromium());
  return executablePath === undefined ? undefined : { executablePath, settings };
};

const identify = async (chromium: InstalledChromium | undefined): Promise<BrowserIdentity> =>
  createBrowserIdentity(chromium ? await readMajorVersion(chromium.executablePath) : undefined);

/** Passes texts on, unless one equals the last. */
const onceInARow = (say: (text: string) => void): ((text: string) => void) => {
  let last: string | undefined;
  return (text) => {
    if (text !== last) say(text);
    last = text;
  };
};

const startPool = async (
  { executablePath, settings }: InstalledChromium,
  identity: BrowserIdentity,
): Promise<BrowserPool> => {
  const { profileRoot, notice: say = () => undefined } = settings;
  const notice = onceInARow(say);
  // A folder that cannot be swept cannot hold a profile either; the launch will report that.
  await sweepProfileFolders(profileRoot).catch(() => 0);
  const checkFlags = createFlagCheck({ notice });
  const launch = () =>
    launchChromium({ executablePath, profileRoot, identity, checkFlags, notice }).catch((error: unknown) => {
      // The response for the page says only that no browser was available.
      notice(`Chromium did not start: ${error instanceof Error ? error.message : 'unknown'}`);
      throw error;
    });
  return createBrowserPool({ launch, ...settings });
};

/** Builds both tiers. Slow parts (finding the browser, ending leftovers) start now; the first fetch waits for them. */
export const createTiers = (options: FetcherOptions & { readonly maxBodyBytes: number }): Tiers => {
  const { rule, resolver, certificateAuthorities, maxBodyBytes } = options;
  const lookup = createGuardedLookup({ rule, resolver });
  const dialler = createDialler({ rule, lookup, certificateAuthorities, ...options.exitTimeouts });
  const client = createHopClient({ lookup, dialler, certificateAuthorities });
  const installed = findInstalled(options.chromium);
  const shared = isShared(options.chromium) ? options.chromium : undefined;
  const identity = shared ? Promise.resolve(shared.identity) : installed.then(identify);
  const http = identity.then((known) => createHttpTier({ rule, client, identity: known, maxBodyBytes }));
  const robots = identity.then((known) =>
    createHttpTier({
      ...{ rule, client, identity: known },
      maxBodyBytes: MAX_ROBOTS_DOWNLOAD_BYTES,
      maxRedirects: MAX_ROBOTS_REDIRECTS,
    }),
  );

  const buildBrowser = async (): Promise<BrowserTier | undefined> => {
    const chromium = await installed;
    const known = await identity;
    const pool = shared?.pool ?? (chromium && (await startPool(chromium, known)));
    if (!pool) return undefined;
    const { adRules } = options;
    return createBrowserTier({ pool, rule, lookup, dialler, identity: known, http: await http, maxBodyBytes, adRules });
  };
  const browser = buildBrowser();

  return {
    http: () => http,
    robots: () => robots,
    browser: () => browser,
    close: async () => {
      client.close();
      const tier = await browser;
      if (!shared) await tier?.close();
    },
  };
};
