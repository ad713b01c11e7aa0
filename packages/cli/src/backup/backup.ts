import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openFiles, type FilesOptions } from '@quarry/files';
import { openStoreArchive } from '@quarry/store';
import { groupDigits } from '@quarry/contracts';
import { causeOf } from '../error-cause.js';
import type { CliStreams } from '../command-host.js';
import { fail, succeed, succeedWithJson, type Outcome } from '../outcome.js';
import { copyFiles } from './copy-files.js';
import { formatBytes } from '../output/table.js';
import {
  FILE_MODE,
  FILES_FOLDER,
  FOLDER_MODE,
  FORMAT,
  FORMAT_VERSION,
  SECRET_FILE,
  shownManifest,
  STORE_FOLDER,
  Tally,
  writeManifest,
  type Manifest,
} from './manifest.js';
import { createProgressLine } from './progress-line.js';

/** Larger than any stored file; the adapters limit what is written. */
export const MAX_FILE_BYTES = 40 * 1_073_741_824;

/** The deployment to back up or restore. */
export interface Deployment {
  readonly dataDir: string;
  readonly mongodbUri: string | undefined;
  readonly s3: FilesOptions['s3'];
  /** The configured one; undefined: the one in the data folder. */
  readonly secret: string | undefined;
  readonly streams: CliStreams;
  readonly isJson: boolean;
  /** Printed commands begin with it. */
  readonly command: string;
}

const isUnused = async (folder: string): Promise<boolean> => {
  await mkdir(folder, { recursive: true, mode: FOLDER_MODE });
  return (await readdir(folder)).length === 0;
};

const copySecret = async ({ secret, dataDir }: Deployment, folder: string): Promise<Manifest['secretFile']> => {
  const bytes = secret === undefined ? await readFile(join(dataDir, SECRET_FILE)) : Buffer.from(`${secret}\n`);
  await writeFile(join(folder, SECRET_FILE), bytes, { mode: FILE_MODE });
  const tally = new Tally();
  tally.add(bytes);
  return tally.digest();
};

const describe = (folder: string, { store, files, secret }: Manifest): string => {
  const rows = Object.values(store.rows).reduce((sum, one) => sum + one, 0);
  const name = store.kind === 'sqlite' ? 'SQLite' : 'MongoDB';
  const secretNote =
    secret === 'included' ? 'QUARRY_SECRET is included' : 'QUARRY_SECRET is not included: keep it elsewhere';
  return (
    `${folder} has ${groupDigits(rows)} rows of ${name} and ${groupDigits(files.count)} files ` +
    `(${formatBytes(files.sizeBytes)}); ${secretNote}`
  );
};

/**
 * Copies store and files into an empty folder. The store comes first: a response is stored before its row ends, so every row
 * of the copy has its files.
 */
export const backUp = async (
  deployment: Deployment,
  { folder, withSecret }: { folder: string; withSecret: boolean },
): Promise<Outcome> => {
  const { dataDir, mongodbUri, s3, streams, isJson } = deployment;
  if (!(await isUnused(folder))) return fail(`${folder} is not empty. Use a separate folder for each backup.`);
  const progress = createProgressLine(streams);
  const createdAt = new Date().toISOString();
  const archive = await openStoreArchive({ dataDir, mongodbUri });
  try {
    await mkdir(join(folder, STORE_FOLDER), { mode: FOLDER_MODE });
    const store = await archive.copyTo(join(folder, STORE_FOLDER), ({ done, total, unit }) =>
      progress.show(`store: ${groupDigits(done)}${total === undefined ? '' : ` of ${groupDigits(total)}`} ${unit}`),
    );
    await mkdir(join(folder, FILES_FOLDER), { mode: FOLDER_MODE });
    const stored = await openFiles({ dataDir, s3, maxFileBytes: MAX_FILE_BYTES });
    let files;
    try {
      files = await copyFiles(stored, folder, (count, sizeBytes) =>
        progress.show(`files: ${groupDigits(count)}, ${formatBytes(sizeBytes)}`),
      );
    } finally {
      await stored.close();
    }
    const secretFile = withSecret ? await copySecret(deployment, folder) : undefined;
    const manifest: Manifest = {
      format: FORMAT,
      version: FORMAT_VERSION,
      createdAt,
      finishedAt: new Date().toISOString(),
      store: { ...store, rows: { ...store.rows }, parts: [...store.parts] },
      files,
      ...(secretFile === undefined ? { secret: 'not included' } : { secret: 'included', secretFile }),
    };
    await writeManifest(folder, manifest);
    progress.end();
    return isJson
      ? succeedWithJson({ folder, ...shownManifest(manifest) })
      : succeed(folder, describe(folder, manifest));
  } catch (error) {
    return fail(`The backup failed; remove ${folder} (${causeOf(error)})`);
  } finally {
    progress.end();
    await archive.close();
  }
};
