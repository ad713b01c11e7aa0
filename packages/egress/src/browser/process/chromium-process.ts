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
import { LATE, within } from '../within.js';

/** Longest wait for a browser to start. */
export const LAUNCH_TIMEOUT_MS = 30_000;
const EXIT_TIMEOUT_MS = 5_000;
const MAX_CAUSE_CHARS = 200;
/** Longest wait for a command's answer; a navigation answers when its target does. */
const COMMAND_TIMEOUT_MS = MAX_PAGE_TIME_MS;

export interface ChromiumOptions {
  readonly executablePath: string;
  /** Folder for the profiles of this machine's browsers; must be local. */
  readonly profileRoot: string;
  readonly identity: BrowserIdentity;
  /** Ways to run it, the best first; default: those of this machine. */
  readonly confinements?: readonly Confinement[] | undefined;
  /** Hears that it is less confined than it could be, and why. */
  readonly notice?: ((text: string) => void) | undefined;
  /** Default: a look at the program with each start. */
  readonly checkFlags?: FlagCheck | undefined;
}

export interface ChromiumProcess {
  readonly browser: Browser;
  readonly pid: number;
  readonly startedAtMs: number;
  isAlive(): boolean;
  readonly crashes: CrashWatch;
  memoryBytes(): Promise<number>;
  /** The pages that keep something with it. */
  readonly tenants: Tenants;
  /** Kills the renderers that take more, and ends the page that keeps too much with the browser itself. */
  holdToBounds(bounds: PageBounds): Promise<void>;
  /** False when it does not answer the simplest question within the time. */
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
  // Loaded with the first browser, as workers of records seldom need one: a sixth of what they load at their start.
  const { default: puppeteer } = await import('puppeteer-core');
  return puppeteer.launch({
    executablePath: await writeStarter(profile.path, options.executablePath, confinement),
    headless: true,
    // When this process dies, however it dies, the pipe closes and the browser ends itself.
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

const waitForExit = (browser: Browser): Promise<void> =>
  new Promise((resolve) => {
    const child = browser.process();
    if (!child || child.exitCode !== null || child.signalCode !== null) return resolve();
    const timer = setTimeout(resolve, EXIT_TIMEOUT_MS);
    child.once('exit', () => {
      clearTimeout(timer);
      resolve();
    });
  });

const answersWithin = async (browser: Browser, timeoutMs: number): Promise<boolean> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), timeoutMs);
  });
  // Asked anew every time; the version would be told from memory.
  const answered = browser.cookies().then(
    () => true,
    () => browser.connected,
  );
  const isAnswered = await Promise.race([answered, late]);
  clearTimeout(timer);
  return isAnswered;
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

/** Place of the pipe a browser answers by, among its standard streams. */
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
  if (crashes === LATE) throw new Error('The browser started and did not answer.');
  return { browser, crashes };
};

/** A browser that knows its flags and is watched, or none at all. */
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

/** What a start failed of, in a line: the browser's last words have many. */
const causeOf = (error: unknown): string => {
  const lines = (error instanceof Error ? error.message : 'unknown').split('\n').filter((line) => line.trim() !== '');
  const telling = lines.find((line) => /sandbox|denied|not permitted|not found/i.test(line)) ?? lines[0] ?? 'unknown';
  return telling.trim().slice(0, MAX_CAUSE_CHARS);
};

/**
 * Starts one browser with a profile of its own, as well confined as this machine lets it be. Rejects when it does not start; then
 * nothing is left behind.
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
