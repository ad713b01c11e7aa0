import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createBrowserPool } from '../../src/browser/browser-pool.js';
import { launchChromium, type ChromiumProcess } from '../../src/browser/process/chromium-process.js';
import { findChromium } from '../../src/browser/process/find-chromium.js';
import { createFlagCheck } from '../../src/browser/process/known-flags.js';
import { createBrowserIdentity } from '../../src/identity/browser-identity.js';
import type { SharedBrowser } from '../../src/fetch/fetcher-options.js';

/** What test files of one process share registers its end here; whoever runs the files calls each before the process ends. */
const AT_END = Symbol.for('quarry.test.atEnd');
/** Tests show up to 12 pages at once, and one place is kept for another account than theirs. */
const MAX_CONTEXTS = 13;
/** Tests may ask whether a page left its browser as it was: it is not replaced for its pages. */
const MAX_PAGES = 10_000;

export const TEST_IDENTITY = createBrowserIdentity(140);

interface TestBrowser extends SharedBrowser {
  readonly launched: readonly ChromiumProcess[];
  /** Where the profiles of its browsers are. */
  readonly profileRoot: string;
}

// safe because nobody else uses this symbol
const endings = globalThis as { [AT_END]?: (() => Promise<unknown>)[] };

let profiles: Promise<string> | undefined;
let shared: Promise<TestBrowser> | undefined;

/** For a process of its own that no runner of tests ends. */
export const endSharedBrowser = async (): Promise<void> => {
  const [browser, root] = await Promise.all([shared, profiles]);
  profiles = shared = undefined;
  await browser?.pool.close();
  if (root !== undefined) await rm(root, { recursive: true, force: true });
};

const makeProfileRoot = async (): Promise<string> => {
  const root = await mkdtemp(join(tmpdir(), 'profiles-'));
  (endings[AT_END] ??= []).push(endSharedBrowser);
  return root;
};

/** Where the profiles of all browsers of this process are. */
const profileRoot = (): Promise<string> => (profiles ??= makeProfileRoot());

/** Looked through once in a process, as by a worker. */
const checkFlags = createFlagCheck({
  notice: (text) => {
    throw new Error(text);
  },
});

/** Starts a browser as a worker does. */
export const launchTestBrowser = async (root: string): Promise<ChromiumProcess> => {
  const executablePath = (await findChromium()) ?? '';
  return launchChromium({ executablePath, profileRoot: root, identity: TEST_IDENTITY, checkFlags });
};

const start = async (): Promise<TestBrowser> => {
  const root = await profileRoot();
  const launched: ChromiumProcess[] = [];
  const launch = async () => {
    const one = await launchTestBrowser(root);
    launched.push(one);
    return one;
  };
  const pool = createBrowserPool({ launch, maxContexts: MAX_CONTEXTS, maxPages: MAX_PAGES });
  return { pool, identity: TEST_IDENTITY, launched, profileRoot: root };
};

/**
 * The one browser of all test files of a process, started by whoever comes first. Each page has a context of its own; tests of
 * a browser's own life start theirs. It ends with the process, however that ends.
 */
export const sharedBrowser = (): Promise<TestBrowser> => (shared ??= start());
