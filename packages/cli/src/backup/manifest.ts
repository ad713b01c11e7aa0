import { createHash } from 'node:crypto';
import { open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

export const FORMAT = 'quarry-backup';
/** Version of the folder's layout. A newer one is refused. */
export const FORMAT_VERSION = 1;
export const MANIFEST_FILE = 'manifest.json';
export const STORE_FOLDER = 'store';
export const FILES_FOLDER = 'files';
export const INDEX_FILE = 'files.ndjson';
export const SECRET_FILE = 'secret';
/** Only the operator's own user may read a backup. */
export const FOLDER_MODE = 0o700;
export const FILE_MODE = 0o600;

const count = z.int().min(0);
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const part = z.object({ file: z.string().regex(/^[a-z_]+\.(sqlite|ndjson)$/), sizeBytes: count, sha256 });

const manifestSchema = z.object({
  format: z.literal(FORMAT),
  version: z.literal(FORMAT_VERSION),
  /** When the copy of the store began; the files are as of then or newer. */
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
  /** Digest of the secret, if it is included; older backups have none. */
  secretFile: z.object({ sizeBytes: count, sha256 }).optional(),
});

/** The contents of a backup; written last, so that a backup without it is incomplete. */
export type Manifest = z.infer<typeof manifestSchema>;

/** A folder that is not a backup, or an incomplete one; `message` says what to do. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}

/** The manifest for display, without the digest of the secret. */
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

/** Rejects with a `BackupError` if there is none, or one that this version does not support. */
export const readManifest = async (folder: string): Promise<Manifest> => {
  const path = join(folder, MANIFEST_FILE);
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch {
    throw new BackupError(`${path} cannot be read: ${folder} is not a backup, or an incomplete one.`);
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new BackupError(`${path} is not valid JSON. Make another backup.`);
  }
  const version = versionOf(value);
  if (typeof version === 'number' && version > FORMAT_VERSION) {
    throw new BackupError(
      `${folder} has layout ${version}; this version supports ${FORMAT_VERSION}. Use a newer Quarry.`,
    );
  }
  const parsed = manifestSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  const where = parsed.error.issues[0]?.path.join('.') ?? '';
  throw new BackupError(`${path} is not the manifest of a backup (${where}). Make another backup.`);
};

/** Counts and digests bytes. */
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
