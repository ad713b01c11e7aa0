import { createHash } from 'node:crypto';
import { open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

export const FORMAT = 'quarry-backup';
/** Of the folder's layout. A newer one is refused. */
export const FORMAT_VERSION = 1;
export const MANIFEST_FILE = 'manifest.json';
export const STORE_FOLDER = 'store';
export const FILES_FOLDER = 'files';
export const INDEX_FILE = 'files.ndjson';
export const SECRET_FILE = 'secret';
/** Only the operator's own user reads a backup. */
export const FOLDER_MODE = 0o700;
export const FILE_MODE = 0o600;

const count = z.int().min(0);
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const part = z.object({ file: z.string().regex(/^[a-z_]+\.(sqlite|ndjson)$/), sizeBytes: count, sha256 });

const manifestSchema = z.object({
  format: z.literal(FORMAT),
  version: z.literal(FORMAT_VERSION),
  /** When the copy of the store was begun; the files are of that moment or younger. */
  createdAt: z.iso.datetime(),
  finishedAt: z.iso.datetime(),
  store: z.object({
    kind: z.enum(['sqlite', 'mongodb']),
    schema: z.int().min(1),
    rows: z.record(z.string(), count),
    parts: z.array(part).min(1),
  }),
  files: z.object({ count, sizeBytes: count, index: z.object({ sizeBytes: count, sha256 }) }),
  secret: z.enum(['included', 'not included']),
  /** Of the secret, where it is included; backups from before this was noted have none. */
  secretFile: z.object({ sizeBytes: count, sha256 }).optional(),
});

/** What a backup has in it; written last, so that a backup without one did not end. */
export type Manifest = z.infer<typeof manifestSchema>;

/** A folder that is no backup, or not a whole one; `message` says what to do. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}

/** The manifest as it is shown: a digest of a secret is nobody's business who cannot read the secret. */
export const shownManifest = (manifest: Manifest): object => ({ ...manifest, secretFile: undefined });

export const writeManifest = async (folder: string, manifest: Manifest): Promise<void> => {
  const path = join(folder, MANIFEST_FILE);
  const file = await open(`${path}.partial`, 'w', FILE_MODE);
  try {
    await file.writeFile(`${JSON.stringify(manifest, null, 2)}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(`${path}.partial`, path);
};

const versionOf = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'format' in value && value.format === FORMAT && 'version' in value
    ? value.version
    : undefined;

/** Rejects with a `BackupError` when there is none, or one that this version does not understand. */
export const readManifest = async (folder: string): Promise<Manifest> => {
  const path = join(folder, MANIFEST_FILE);
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch {
    throw new BackupError(`${path} cannot be read: ${folder} is no backup, or one that did not end.`);
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new BackupError(`${path} is no JSON. Take another backup.`);
  }
  const version = versionOf(value);
  if (typeof version === 'number' && version > FORMAT_VERSION) {
    throw new BackupError(`${folder} has layout ${version}; this version knows ${FORMAT_VERSION}. Use a newer Quarry.`);
  }
  const parsed = manifestSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  const where = parsed.error.issues[0]?.path.join('.') ?? '';
  throw new BackupError(`${path} is not the manifest of a backup (${where}). Take another backup.`);
};

/** Counts and digests what passes through. */
export class Tally {
  readonly #hash = createHash('sha256');
  sizeBytes = 0;

  add(bytes: Uint8Array): void {
    this.#hash.update(bytes);
    this.sizeBytes += bytes.byteLength;
  }

  digest(): { sizeBytes: number; sha256: string } {
    return { sizeBytes: this.sizeBytes, sha256: this.#hash.digest('hex') };
  }
}
