import { accessSync, constants, statSync } from 'node:fs';
import path from 'node:path';

const isProgram = (file) => {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
};

/** The first of `names` that is on the search path, else the first of `files` that can be run. */
export const findProgram = ({ names, files = [], env }) => {
  const folders = (env.PATH ?? '').split(':').filter(Boolean);
  const candidates = [...names.flatMap((name) => folders.map((folder) => path.join(folder, name))), ...files];
  return candidates.find(isProgram);
};

export { isProgram };
