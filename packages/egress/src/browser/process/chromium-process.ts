import { Readable } from 'node:stream';
import type { Browser } from 'puppeteer-core';
import type { BrowserIdentity } from '../../identity/browser-identity.js';
import { MAX_PAGE_TIME_MS } from '../../fetch/time-budget.js';
import { boundPipe } from '../bound-pipe.js';
import { createFlags, OMITTED_FLAGS } from './chromium-flags.js';
import { readConfinements, weaknessOf, writeStarter, type Confinement } from './confinement.js';
import { watchCrashes, type CrashWatch } from './crash-watch.js';
import { createFlagCheck, UnknownWallError, type FlagCheck } from './known-flags.js';
import { excessOf, type PageBounds } from '../renderer-bounds.js';
import { createTenants, type Tenants } from '../tenants.js';
import { endProcess, groupMemoryBytes, killGroup, readBrowserProcesses } from './process-tree.js';
import { createProfileFolder, type ProfileFolder } from './profile-folder.js';
import { LATE, within } from '../../wait.js';

/** Longest wait for a browser to start. */
export const LAUNCH_TIMEOUT_MS = 30_000;
const EXIT_TIMEOUT_MS = 5_000;
const MAX_CAUSE_CHARS = 200;
/** Longest wait for the response to a command; a navigation's comes when its target responds. */
const COMMAND_TIMEOUT_MS = MAX_PAGE_TIME_MS;

export interface ChromiumOptions {
  readonly executablePath: string;
  /** Folder for the profiles of this machine's browsers; must be local. */
  readonly profileRoot: string;
  readonly identity: BrowserIdentity;
  /** Ways to run it, best first. Default: those of this machine. */
  readonly confinements?: readonly Confinement[] | undefined;
  /** Called if it is less confined than it could be, with the reason. */
  readonly notice?: ((text: string) => void) | undefined;
  /** Default: the program is checked at each start. */
  readonly checkFlags?: FlagCheck | undefined;
}

export interface ChromiumProcess {
  readonly browser: Browser;
  readonly pid: number;
  readonly startedAtMs: number;
  isAlive(): boolean;
  readonly crashes: CrashWatch;
  memoryBytes(): Promise<number>;
  /** The pages that store data in the browser process. */
  readonly tenants: Tenants;
  /** Kills renderers that exceed their bounds, and ends the page that stores too much in the browser process. */
  holdToBounds(bounds: PageBounds): Promise<void>;
  /** False if it does not respond to a simple command in time. */
  answers(timeoutMs: number): Promise<boolean>;
  /** Kills the process group, waits for its end and removes the profile. */
  kill(): Promise<void>;
}

/** Only what the browser needs: none of the worker's own environment reaches it. */
const createEnvironment = (profile: ProfileFolder): Record<string, string> => ({
  PATH: '/usr/local/bin:/usr/bin:/bin',
  HOME: profile.home,
  TMPDIR: profile.temporaryDir,
  LANG: 'C.UTF-8',
});

interface Launch {
  readonly options: ChromiumOptions;
  readonly profile: ProfileFolder;
  readonly confinement: Confinement;
}

const startBrowser = async ({ options, profile, confinement }: Launch): Promise<Browser> => {
  // Loaded with the first browser: workers of records seldom need one, and it is a sixth of what they would load at their start.
  const { default: puppeteer } = await import('puppeteer-core');
  return puppeteer.launch({
    executablePath: await writeStarter(profile.path, options.executablePath, confinement),
    headless: true,
    // When this process dies in any way, the pipe closes and the browser ends itself.
    pipe: true,
    userDataDir: profile.userDataDir,
    env: createEnvironment(profile),
    args: createFlags({ identity: options.identity, isSandboxed: confinement.isSandboxed }),
    ignoreDefaultArgs: OMITTED_FLAGS,
    acceptInsecureCerts: false,
    defaultViewport: null,
    timeout: LAUNCH_TIMEOUT_MS,
    protocolTimeout: COMMAND_TIMEOUT_MS,
    handleSIGHUP: false,
    handleSIGINT: false,
    handleSIGTERM: false,
  });
};

const waitForExit = async (browser: Browser): Promise<void> => {
  const child = browser.process();
  if (!child || child.exitCode !== null || child.signalCode !== null) return;
  await within(new Promise((resolve) => child.once('exit', resolve)), EXIT_TIMEOUT_MS);
};

const answersWithin = async (browser: Browser, timeoutMs: number): Promise<boolean> => {
  // The version would be answered from puppeteer's memory; cookies are asked for each time.
  const answered = browser.cookies().then(
    () => true,
    () => browser.connected,
  );
  return (await within(answered, timeoutMs)) === true;
};

const holdToBounds = async (
  { pid, crashes, tenants }: Pick<ChromiumProcess, 'pid' | 'crashes' | 'tenants'>,
  bounds: PageBounds,
): Promise<void> => {
  const { renderers, sharedBytes } = await readBrowserProcesses(pid);
  for (const renderer of renderers) {
    const excess = excessOf(renderer, bounds);
    if (excess === undefined) continue;
    crashes.expectCrash(excess);
    endProcess(renderer.pid);
  }
  await tenants.look(sharedBytes, bounds.maxSharedBytes);
};

interface Started {
  readonly browser: Browser;
  readonly crashes: CrashWatch;
}

/** Index of the pipe for a browser's responses among its standard streams. */
const ANSWERS = 4;

const boundAnswers = (browser: Browser): void => {
  const pipe = browser.process()?.stdio[ANSWERS];
  if (pipe instanceof Readable) boundPipe(pipe);
};

const watchStarted = async (browser: Browser, { checkFlags }: ChromiumOptions): Promise<Started> => {
  boundAnswers(browser);
  const check = checkFlags ?? createFlagCheck({ notice: () => undefined });
  await check(browser.process()?.pid ?? 0);
  const crashes = await within(watchCrashes(browser), LAUNCH_TIMEOUT_MS).catch((): typeof LATE => LATE);
  if (crashes === LATE) throw new Error('The browser started but does not respond.');
  return { browser, crashes };
};

/** Starts a browser that knows its flags and is watched; if that fails, the browser is killed. */
const startWatched = async (launch: Launch): Promise<Started> => {
  const browser = await startBrowser(launch);
  try {
    return await watchStarted(browser, launch.options);
  } catch (error) {
    const exited = waitForExit(browser);
    browser.process()?.kill('SIGKILL');
    await exited;
    throw error;
  }
};

const launchConfined = async (options: ChromiumOptions, confinement: Confinement): Promise<ChromiumProcess> => {
  const profile = await createProfileFolder(options.profileRoot, confinement.user);
  let started: Started;
  try {
    started = await startWatched({ options, profile, confinement });
  } catch (error) {
    await profile.remove();
    throw error;
  }
  const { browser, crashes } = started;
  const pid = browser.process()?.pid ?? 0;
  await profile.recordBrowser(pid);
  const tenants = createTenants({ readBytes: async () => (await readBrowserProcesses(pid)).sharedBytes });
  let killing: Promise<void> | undefined;
  const endGroup = async () => {
    const exited = waitForExit(browser);
    killGroup(pid);
    await exited;
    await profile.remove();
  };
  return {
    browser,
    pid,
    startedAtMs: Date.now(),
    isAlive: () => killing === undefined && browser.connected,
    crashes,
    memoryBytes: () => groupMemoryBytes(pid),
    tenants,
    holdToBounds: (bounds) => holdToBounds({ pid, crashes, tenants }, bounds),
    answers: (timeoutMs) => answersWithin(browser, timeoutMs),
    kill: () => (killing ??= endGroup()),
  };
};

const tellWeakness = ({ notice }: ChromiumOptions, confinement: Confinement, why: string | undefined): void => {
  const weakness = weaknessOf(confinement, why);
  if (weakness !== undefined) notice?.(weakness);
};

/** Why a start failed, in one line: the browser's output has many. */
const causeOf = (error: unknown): string => {
  const lines = (error instanceof Error ? error.message : 'unknown').split('\n').filter((line) => line.trim() !== '');
  const telling = lines.find((line) => /sandbox|denied|not permitted|not found/i.test(line)) ?? lines[0] ?? 'unknown';
  return telling.trim().slice(0, MAX_CAUSE_CHARS);
};

/**
 * Starts one browser with its own profile, confined as well as this machine allows. Rejects if it does not start; then nothing
 * is left behind.
 */
export const launchChromium = async (options: ChromiumOptions): Promise<ChromiumProcess> => {
  const ways = options.confinements ?? (await readConfinements());
  let why: string | undefined;
  for (const confinement of ways.slice(0, -1)) {
    try {
      const launched = await launchConfined(options, confinement);
      tellWeakness(options, confinement, why);
      return launched;
    } catch (error) {
      if (error instanceof UnknownWallError) throw error;
      why ??= causeOf(error);
    }
  }
  const last = ways.at(-1) ?? { isSandboxed: true };
  const launched = await launchConfined(options, last);
  tellWeakness(options, last, why);
  return launched;
};
