import { randomUUID } from 'node:crypto';
import { chown, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { WEBRTC_POLICY } from './chromium-flags.js';
import { killGroup, readCommandLine, readProcess } from './process-tree.js';

const PREFIX = 'chromium-';
/** Prefix of a folder until its record is written, because other workers on the machine may sweep meanwhile. */
const MAKING_PREFIX = 'making-';
const TEMPORARY_PREFIX = 'quarry-browser-';
const RECORD = 'owner.json';
/** A folder still being made after this time was left by a worker that died. */
export const MAKING_MS = 60_000;
const REMOVE_RETRIES = 10;
const REMOVE_RETRY_MS = 100;

/**
 * Nothing is prefetched: such requests could not be judged, carry headers or be followed. The WebRTC policy is set here too, in
 * case its flag is renamed.
 */
const PREFERENCES = { net: { network_prediction_options: 2 }, webrtc: { ip_handling_policy: WEBRTC_POLICY } };

interface OwnerRecord {
  readonly ownerPid: number;
  readonly ownerStartTicks: string;
  readonly temporaryDir: string;
  readonly browserPid?: number;
}

export interface FolderOwner {
  readonly uid: number;
  readonly gid: number;
}

export interface ProfileFolder {
  readonly path: string;
  readonly userDataDir: string;
  /** Home folder of the browser. */
  readonly home: string;
  /** Outside of `path`, because socket names must be short however long the root's path is. */
  readonly temporaryDir: string;
  /** Records which browser uses the folder, for a sweep after a crash. */
  recordBrowser(browserPid: number): Promise<void>;
  remove(): Promise<void>;
}

const removeFolder = (path: string): Promise<void> =>
  rm(path, { recursive: true, force: true, maxRetries: REMOVE_RETRIES, retryDelay: REMOVE_RETRY_MS });

/** Atomic for concurrent readers. */
const writeRecord = async (folder: string, record: OwnerRecord): Promise<void> => {
  const partial = join(folder, `${RECORD}.new`);
  await writeFile(partial, JSON.stringify(record));
  await rename(partial, join(folder, RECORD));
};

/** Makes the folder that the browser writes to, owned by the user it runs as. */
const createUserData = async (home: string, owner: FolderOwner | undefined): Promise<string> => {
  const userDataDir = join(home, 'profile');
  const own = join(userDataDir, 'Default');
  await mkdir(own, { recursive: true });
  await writeFile(join(own, 'Preferences'), JSON.stringify(PREFERENCES));
  const made = [home, userDataDir, own, join(own, 'Preferences')];
  if (owner) await Promise.all(made.map((one) => chown(one, owner.uid, owner.gid)));
  return userDataDir;
};

/** Makes a folder for one browser. If it runs as `user`, it writes outside of `root`, to which that user may have no access. */
export const createProfileFolder = async (root: string, user?: FolderOwner): Promise<ProfileFolder> => {
  const id = randomUUID();
  const [making, path] = [join(root, `${MAKING_PREFIX}${id}`), join(root, `${PREFIX}${id}`)];
  await mkdir(making, { recursive: true, mode: 0o700 });
  const temporaryDir = await mkdtemp(join(tmpdir(), TEMPORARY_PREFIX));
  const owner = await readProcess(process.pid);
  const record = { ownerPid: process.pid, ownerStartTicks: owner?.startTicks ?? '', temporaryDir };
  await writeRecord(making, record);
  await rename(making, path);
  const home = user ? temporaryDir : path;
  const userDataDir = await createUserData(home, user);
  return {
    path,
    userDataDir,
    home,
    temporaryDir,
    recordBrowser: (browserPid) => writeRecord(path, { ...record, browserPid }),
    remove: async () => {
      await removeFolder(temporaryDir);
      await removeFolder(path);
    },
  };
};

const readRecord = async (path: string): Promise<OwnerRecord | undefined> => {
  try {
    const record: unknown = JSON.parse(await readFile(join(path, RECORD), 'utf8'));
    return typeof record === 'object' && record !== null && 'ownerPid' in record && 'temporaryDir' in record
      ? (record as OwnerRecord)
      : undefined;
  } catch {
    return undefined;
  }
};

const isOwned = async ({ ownerPid, ownerStartTicks }: OwnerRecord): Promise<boolean> => {
  const owner = await readProcess(ownerPid);
  return owner !== undefined && !owner.isZombie && owner.startTicks === ownerStartTicks;
};

const killLeftover = async (folders: readonly string[], browserPid: number): Promise<void> => {
  // The pid may belong to another process by now; the folder in its command line proves that it is ours.
  const commandLine = await readCommandLine(browserPid);
  if (folders.some((folder) => commandLine.includes(folder))) killGroup(browserPid);
};

const isOld = async (path: string): Promise<boolean> => {
  const found = await stat(path).catch(() => undefined);
  return found !== undefined && Date.now() - found.mtimeMs > MAKING_MS;
};

/** Ends browsers whose worker is gone and removes their folders. Returns the number of folders. */
export const sweepProfileFolders = async (root: string): Promise<number> => {
  await mkdir(root, { recursive: true });
  const names = await readdir(root);
  let swept = 0;
  for (const name of names.filter((one) => one.startsWith(MAKING_PREFIX))) {
    if (!(await isOld(join(root, name)))) continue;
    await removeFolder(join(root, name));
    swept += 1;
  }
  for (const name of names.filter((one) => one.startsWith(PREFIX))) {
    const path = join(root, name);
    const record = await readRecord(path);
    if (record && (await isOwned(record))) continue;
    const temporary = record && basename(record.temporaryDir).startsWith(TEMPORARY_PREFIX) ? [record.temporaryDir] : [];
    if (record?.browserPid !== undefined) await killLeftover([path, ...temporary], record.browserPid);
    for (const folder of temporary) await removeFolder(folder);
    await removeFolder(path);
    swept += 1;
  }
  return swept;
};
