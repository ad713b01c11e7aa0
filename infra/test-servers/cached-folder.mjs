import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';

/** A folder under `.toolchain` that `make(folder)` fills once, atomically. */
export const cachedFolder = async (root, name, make) => {
  const target = path.join(root, '.toolchain', name);
  if (existsSync(target)) return target;
  const partial = `${target}.partial-${randomUUID()}`;
  mkdirSync(partial, { recursive: true });
  try {
    await make(partial);
    // Another process may have been faster; its folder is as good.
    if (!existsSync(target)) renameSync(partial, target);
  } finally {
    rmSync(partial, { recursive: true, force: true });
  }
  return target;
};
