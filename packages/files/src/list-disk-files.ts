import { opendir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { isKeyPart } from './file-key.js';
import { isMissing, whenMissing } from './is-missing.js';
import type { FileKey } from './port.js';

/** Folders in a folder that may be part of a key; none where the folder has gone. */
async function* foldersIn(folder: string): AsyncGenerator<string> {
  try {
    for await (const entry of await opendir(folder)) {
      if (entry.isDirectory() && isKeyPart(entry.name)) yield entry.name;
    }
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}

const filesIn = async (folder: string): Promise<string[]> => {
  const entries = await readdir(folder, { withFileTypes: true }).catch(whenMissing([]));
  return entries.filter((entry) => entry.isFile() && isKeyPart(entry.name)).map(({ name }) => name);
};

/** The files of `<root>/<accountId>/<requestId>/<name>`, a request's at a time. */
export async function* listDiskFiles(root: string): AsyncGenerator<readonly FileKey[]> {
  for await (const accountId of foldersIn(root)) {
    for await (const requestId of foldersIn(join(root, accountId))) {
      const names = await filesIn(join(root, accountId, requestId));
      if (names.length > 0) yield names.map((name) => ({ accountId, requestId, name }));
    }
  }
}
