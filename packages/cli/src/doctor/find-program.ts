import { execFile } from 'node:child_process';
import { access, constants } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

const VERSION_TIMEOUT_MS = 15_000;
const MAX_VERSION_BYTES = 65_536;

/** Full path of the first of `names` that is on the search path, or null. */
export const findOnPath = async (names: readonly string[], searchPath: string): Promise<string | null> => {
  for (const folder of searchPath.split(delimiter).filter((entry) => entry !== '')) {
    for (const name of names) {
      const path = join(folder, name);
      const isExecutable = await access(path, constants.X_OK).then(
        () => true,
        () => false,
      );
      if (isExecutable) return path;
    }
  }
  return null;
};

/** First line of `<program> --version`; rejects when it does not run. */
export const versionOf = async (program: string): Promise<string> => {
  const { stdout } = await promisify(execFile)(program, ['--version'], {
    timeout: VERSION_TIMEOUT_MS,
    killSignal: 'SIGKILL',
    maxBuffer: MAX_VERSION_BYTES,
  });
  return stdout.trim().split('\n')[0] ?? '';
};
