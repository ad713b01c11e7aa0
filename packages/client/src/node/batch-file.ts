import { readFile, rename, writeFile } from 'node:fs/promises';
import { isBatchProgress, type BatchProgress, type BatchProgressStore } from '../batch/batch-progress.js';

const isMissing = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT';

const parse = (text: string, file: string): BatchProgress => {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    value = undefined;
  }
  if (isBatchProgress(value)) return value;
  throw new Error(
    `${file} does not hold the progress of a batch. Name another file, or delete this one to start again.`,
  );
};

/**
 * Keeps the progress of one batch in a file, replaced as a whole after each item, so that a crash leaves the old or the new one. One
 * process at a time may use it. Delete it to submit the same requests again.
 */
export const batchFile = (file: string): BatchProgressStore => ({
  load: async () => {
    const text = await readFile(file, 'utf8').catch((error: unknown) => {
      if (isMissing(error)) return undefined;
      throw error;
    });
    return text === undefined ? undefined : parse(text, file);
  },
  save: async (progress) => {
    const partial = `${file}.part`;
    await writeFile(partial, `${JSON.stringify(progress)}\n`);
    await rename(partial, file);
  },
});
