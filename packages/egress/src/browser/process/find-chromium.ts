import { execFile } from 'node:child_process';
import { access, constants } from 'node:fs/promises';
import { promisify } from 'node:util';

const USUAL_PATHS: readonly string[] = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/usr/lib/chromium/chromium',
  '/snap/bin/chromium',
  '/opt/google/chrome/chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

const VERSION_TIMEOUT_MS = 10_000;
const runFile = promisify(execFile);

const isExecutable = async (path: string): Promise<boolean> => {
  try {
    await access(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

/** The first usable browser of `preferred`, then of the usual paths; undefined if there is none. */
export const findChromium = async (preferred: readonly string[] = []): Promise<string | undefined> => {
  for (const path of [...preferred, ...USUAL_PATHS]) {
    if (await isExecutable(path)) return path;
  }
  return undefined;
};

/** Major version of a browser; undefined if it cannot be read. */
export const readMajorVersion = async (executablePath: string): Promise<number | undefined> => {
  try {
    const { stdout } = await runFile(executablePath, ['--version'], { timeout: VERSION_TIMEOUT_MS });
    const major = /\b(\d+)\.\d+\.\d+/.exec(stdout)?.[1];
    return major === undefined ? undefined : Number(major);
  } catch {
    return undefined;
  }
};
