import { createReadStream } from 'node:fs';
import { chmod, copyFile, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openFiles, type FileStore } from '@quarry/files';
import { openStoreArchive, type StoreArchive } from '@quarry/store';
import { groupDigits } from '@quarry/contracts';
import { fail, succeed, succeedWithJson, type Outcome } from '../outcome.js';
import { MAX_FILE_BYTES, type Deployment } from './backup.js';
import { checkBackup } from './check-backup.js';
import { FILES_AT_ONCE } from './copy-files.js';
import { pathIn, readIndex } from './file-index.js';
import { mapConcurrent } from './map-concurrent.js';
import {
  BackupError,
  FILE_MODE,
  FOLDER_MODE,
  readManifest,
  SECRET_FILE,
  shownManifest,
  STORE_FOLDER,
  type Manifest,
} from './manifest.js';
import { createProgressLine, type ProgressLine } from './progress-line.js';

const KINDS = { sqlite: 'SQLite', mongodb: 'MongoDB' } as const;

export interface RestoreChoice {
  readonly folder: string;
  /** Replace existing data. */
  readonly isForced: boolean;
  /** Only read and compare the backup. */
  readonly isCheck: boolean;
}

const checkFits = (folder: string, { store }: Manifest, archive: StoreArchive): void => {
  if (store.kind !== archive.kind) {
    const how = store.kind === 'sqlite' ? 'Leave MONGODB_URI unset' : 'Set MONGODB_URI';
    throw new BackupError(`${folder} is a backup of a store on ${KINDS[store.kind]}. ${how} to restore it.`);
  }
  if (store.schema > archive.newestSchema) {
    throw new BackupError(
      `${folder} has schema ${store.schema}; this version supports ${archive.newestSchema}. Use a newer Quarry.`,
    );
  }
};

const hasFiles = async (files: FileStore): Promise<boolean> => {
  const listing = files.list();
  const first = await listing.next();
  await listing.return(undefined);
  return first.done !== true;
};

const checkStoreRoom = async (archive: StoreArchive, isForced: boolean): Promise<void> => {
  const occupancy = await archive.occupancy();
  if (occupancy === 'in_use') throw new BackupError('The store is in use. Stop every service first.');
  if (occupancy === 'data' && !isForced) throw new BackupError('A store already exists. Use --force to replace it.');
};

const checkRoom = async (archive: StoreArchive, files: FileStore, isForced: boolean): Promise<void> => {
  await checkStoreRoom(archive, isForced);
  if (!isForced && (await hasFiles(files)))
    throw new BackupError('Stored files already exist. With --force they are kept or replaced.');
};

const readIfThere = (path: string): Promise<string | undefined> => readFile(path, 'utf8').catch(() => undefined);

/** How to handle the secret of a backup. */
interface SecretPlan {
  /** Copy it into the data folder. */
  readonly isCopied: boolean;
  /** Note for the operator, or empty. */
  readonly note: string;
}

/** The operator must change a configured secret; one in the data folder is restored. */
const planSecret = async (
  { dataDir, secret }: Deployment,
  { folder, isForced }: RestoreChoice,
  manifest: Manifest,
): Promise<SecretPlan> => {
  if (manifest.secret === 'not included')
    return { isCopied: false, note: 'QUARRY_SECRET is not in the backup: set the one of that time.' };
  const theirs = (await readFile(join(folder, SECRET_FILE), 'utf8')).trim();
  if (secret !== undefined) {
    const note = `QUARRY_SECRET differs from that of the backup, ${join(folder, SECRET_FILE)}: set that one.`;
    return { isCopied: false, note: secret === theirs ? '' : note };
  }
  const mine = (await readIfThere(join(dataDir, SECRET_FILE)))?.trim();
  if (mine !== undefined && mine !== theirs && !isForced)
    throw new BackupError(`${join(dataDir, SECRET_FILE)} is a different secret. Use --force to replace it.`);
  return { isCopied: mine !== theirs, note: '' };
};

const copySecret = async (folder: string, dataDir: string): Promise<void> => {
  await mkdir(dataDir, { recursive: true, mode: FOLDER_MODE });
  await copyFile(join(folder, SECRET_FILE), join(dataDir, SECRET_FILE));
  await chmod(join(dataDir, SECRET_FILE), FILE_MODE);
};

const restoreFiles = async (
  files: FileStore,
  folder: string,
  { count: total }: Manifest['files'],
  progress: ProgressLine,
): Promise<void> => {
  let count = 0;
  await mapConcurrent(readIndex(folder), FILES_AT_ONCE, async (file) => {
    await files.put(file, createReadStream(pathIn(folder, file)), file.modifiedAtMs);
    count += 1;
    progress.show(`files: ${groupDigits(count)} of ${groupDigits(total)}`);
  });
};

const nextSteps = ({ command }: Deployment): string =>
  `next: empty Redis (FLUSHALL, or remove the folder redis in the data folder), start the services, then ${command} doctor`;

const run = async (deployment: Deployment, choice: RestoreChoice, progress: ProgressLine): Promise<Outcome> => {
  const { dataDir, mongodbUri, s3, isJson } = deployment;
  const { folder, isForced, isCheck } = choice;
  const manifest = await readManifest(folder);
  const checkAll = (): Promise<void> =>
    checkBackup(folder, manifest, (count) =>
      progress.show(`checked: ${groupDigits(count)} of ${groupDigits(manifest.files.count)} files`),
    );
  const conclude = (done: string, next = ''): Outcome =>
    isJson ? succeedWithJson({ folder, ...shownManifest(manifest) }, next) : succeed(done, next);
  if (isCheck) {
    await checkAll();
    return conclude(`${folder} is complete, as of ${manifest.createdAt}`);
  }
  const archive = await openStoreArchive({ dataDir, mongodbUri });
  try {
    checkFits(folder, manifest, archive);
    let secret: SecretPlan;
    const files = await openFiles({ dataDir, s3, maxFileBytes: MAX_FILE_BYTES });
    try {
      await checkRoom(archive, files, isForced);
      await checkAll();
      secret = await planSecret(deployment, choice, manifest);
      // The store comes last, so that it never refers to missing files.
      await restoreFiles(files, folder, manifest.files, progress);
    } finally {
      await files.close();
    }
    // Copying files may have taken an hour, in which somebody started a service.
    await checkStoreRoom(archive, isForced);
    await archive.restoreFrom(join(folder, STORE_FOLDER), manifest.store, ({ done, unit }) =>
      progress.show(`store: ${groupDigits(done)} ${unit}`),
    );
    if (secret.isCopied) await copySecret(folder, dataDir);
    return conclude(
      `restored as of ${manifest.createdAt}`,
      [secret.note, nextSteps(deployment)].filter(Boolean).join('\n'),
    );
  } finally {
    await archive.close();
  }
};

/** Checks a whole backup, then restores it. Refuses a store in use, and existing data without `isForced`. */
export const restore = async (deployment: Deployment, choice: RestoreChoice): Promise<Outcome> => {
  const progress = createProgressLine(deployment.streams);
  try {
    return await run(deployment, choice, progress);
  } catch (error) {
    if (error instanceof BackupError) return fail(error.message);
    throw error;
  } finally {
    progress.end();
  }
};
