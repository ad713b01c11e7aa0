import { chmodSync, lstatSync, readdirSync, type Stats } from 'node:fs';
import { join } from 'node:path';

/** Permissions of everyone but the owner. */
const GROUP_AND_OTHERS = 0o077;
/** Permissions of users outside the group, whom no deployment needs to let in. */
const OTHERS = 0o007;
const STICKY = 0o1000;
/** Names that Quarry writes to a data folder; anything else in it belongs to somebody else. */
const OUR_NAMES =
  /^(quarry\.sqlite(-wal|-shm|-journal|\.restoring)?|(secret|demo\.json|runner\.lock)(\.\d+)?|compose(\.env|-cli\.json)|logs|redis|files|chromium)$/;

/** A file or folder that other users of this machine can access, and whose permissions could not be changed. */
export interface LooseEntry {
  readonly path: string;
  /** Its permissions, such as 755. */
  readonly mode: string;
}

const statsOf = (path: string): Stats | undefined => lstatSync(path, { throwIfNoEntry: false });

const namesIn = (folder: string): readonly string[] => {
  try {
    return readdirSync(folder);
  } catch {
    // It does not exist yet, or is not readable: opening the store reports that.
    return [];
  }
};

/** Removes everybody else's permissions from a file or folder of ours. Links are left alone: their targets may belong to anybody. */
const tighten = (path: string, chmod: typeof chmodSync): void => {
  const stats = statsOf(path);
  if (!stats?.isFile() && !stats?.isDirectory()) return;
  if ((stats.mode & GROUP_AND_OTHERS) === 0 || stats.uid !== process.getuid?.()) return;
  try {
    chmod(path, stats.mode & 0o7777 & ~GROUP_AND_OTHERS);
  } catch {
    // The file system is read-only or has no permissions: the result is checked afterwards.
  }
};

const isOpenToOthers = (path: string): boolean => {
  const stats = statsOf(path);
  return (stats?.isFile() || stats?.isDirectory() || false) && ((stats?.mode ?? 0) & OTHERS) !== 0;
};

/**
 * Closes our files in a data folder to all other users, as earlier versions and copies may have left them open; the
 * folder itself too, if it holds nothing else. Its folders protect what is deeper. Returns what stays open to others;
 * nothing when the folder does not exist yet.
 */
export const tightenDataFolder = (
  folder: string,
  { chmod = chmodSync }: { chmod?: typeof chmodSync } = {},
): LooseEntry[] => {
  const names = namesIn(folder);
  const ours = names.filter((name) => OUR_NAMES.test(name)).map((name) => join(folder, name));
  // A shared folder, such as /tmp, is not ours to close.
  const isOurs = ours.length === names.length && ((statsOf(folder)?.mode ?? STICKY) & STICKY) === 0;
  if (isOurs) tighten(folder, chmod);
  for (const path of ours) tighten(path, chmod);
  if (!isOpenToOthers(folder)) return [];
  return ours.filter(isOpenToOthers).map((path) => {
    const mode = ((statsOf(path)?.mode ?? 0) & 0o777).toString(8).padStart(3, '0');
    return { path, mode };
  });
};

/** For the start of a process with a data folder: logs what other users of this machine can read in it. */
export const warnOfLooseFolder = (
  folder: string,
  log: { warn(message: string, fields: { readonly reason: string }): void },
  how?: { chmod?: typeof chmodSync },
): void => {
  const loose = tightenDataFolder(folder, how);
  if (loose.length === 0) return;
  const reason = loose.map(({ path, mode }) => `${path} (${mode})`).join(', ');
  log.warn('other users of this machine can read the data folder: run chmod -R go-rwx on it as its owner', { reason });
};
