import { chmodSync, lstatSync, readdirSync, type Stats } from 'node:fs';
import { join } from 'node:path';

/** What the owner of a data folder keeps for itself. */
const GROUP_AND_OTHERS = 0o077;
/** Who is neither the owner nor of the group: there no deployment has anybody to let in. */
const OTHERS = 0o007;
const STICKY = 0o1000;
/** What lies in a data folder; whatever else is there is somebody else's. */
const OUR_NAMES =
  /^(quarry\.sqlite(-wal|-shm|-journal|\.restoring)?|(secret|demo\.json|runner\.lock)(\.\d+)?|compose(\.env|-cli\.json)|logs|redis|files|chromium)$/;

/** Something that others of this machine may use, and that could not be taken from them. */
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
    // There is none yet, or it is not ours to read: opening the store says so.
    return [];
  }
};

/** Takes our own file or folder from everybody else. Links are left alone: what they lead to may be anybody's. */
const tighten = (path: string, chmod: typeof chmodSync): void => {
  const stats = statsOf(path);
  if (!stats?.isFile() && !stats?.isDirectory()) return;
  if ((stats.mode & GROUP_AND_OTHERS) === 0 || stats.uid !== process.getuid?.()) return;
  try {
    chmod(path, stats.mode & 0o7777 & ~GROUP_AND_OTHERS);
  } catch {
    // A file system that is read only or knows no permissions: what stands is judged afterwards.
  }
};

const isOpenToOthers = (path: string): boolean => {
  const stats = statsOf(path);
  return (stats?.isFile() || stats?.isDirectory() || false) && ((stats?.mode ?? 0) & OTHERS) !== 0;
};

/**
 * Takes what a data folder holds of ours from all other users, as earlier versions and copies left it; the folder itself
 * too, where nothing else lies in it. What lies deeper is behind its folders. Answers what stays open to others, nothing
 * when there is no folder yet.
 */
export const tightenDataFolder = (
  folder: string,
  { chmod = chmodSync }: { chmod?: typeof chmodSync } = {},
): LooseEntry[] => {
  const names = namesIn(folder);
  const ours = names.filter((name) => OUR_NAMES.test(name)).map((name) => join(folder, name));
  // A folder that is shared, such as /tmp, is not ours to close.
  const isOurs = ours.length === names.length && ((statsOf(folder)?.mode ?? STICKY) & STICKY) === 0;
  if (isOurs) tighten(folder, chmod);
  for (const path of ours) tighten(path, chmod);
  if (!isOpenToOthers(folder)) return [];
  return ours.filter(isOpenToOthers).map((path) => {
    const mode = ((statsOf(path)?.mode ?? 0) & 0o777).toString(8).padStart(3, '0');
    return { path, mode };
  });
};

/** At the start of a process that keeps data in a folder: says what others of this machine could read there. */
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
