import { randomUUID } from 'node:crypto';
import { rename, rm, writeFile } from 'node:fs/promises';
import { causeOf } from '../error-cause.js';

/** Writes a file that is complete or not there at all; why it cannot be written, if it cannot. `mode`: of a new file. */
export const writeWhole = async (
  file: string,
  content: string | Uint8Array,
  mode?: number,
): Promise<string | undefined> => {
  const partial = `${file}.${randomUUID()}.part`;
  try {
    await writeFile(partial, content, { flag: 'wx', mode });
    await rename(partial, file);
    return undefined;
  } catch (error) {
    await rm(partial, { force: true }).catch(() => undefined);
    return `${file} cannot be written (${causeOf(error)}).`;
  }
};
