import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { mongo, type Connection } from 'mongoose';
import { createModels } from '../mongo/models.js';
import { connectMongo } from '../mongo/mongo-engine.js';
import { toStoreError } from '../mongo/mongo-error.js';
import { StoreError } from '../store-error.js';
import type { CopiedPart, OnProgress, StoreArchive, StoreCopy } from './store-copy.js';

/**
 * Grows when an older version would misread the documents or leave some of them out. 2: records, 3: health of reading,
 * 4: crawls and schedules.
 */
const DOCUMENTS_VERSION = 4;
/** Tries of a copy; a try fails when the store is written to meanwhile. */
export const MAX_COPY_TRIES = 3;
/** What is written to a file, and sent to the server, at once. */
const WRITE_BYTES = 1_048_576;
const BATCH_DOCUMENTS = 100;
const BATCH_BYTES = 4 * 1_048_576;
const { EJSON } = mongo.BSON;
const NEWLINE = 0x0a;

type Collection = mongo.Collection;

/** Records, with their sessions, and keys last: nobody can call before they are restored. Those of jobs are left out. */
const collectionsOf = (connection: Connection): Collection[] => {
  const { accounts, records, keys, jobRecords: _jobs, cookieJars: _jars, ...others } = createModels(connection);
  return [...Object.values(others), accounts, records, keys].map(({ collection }) => {
    const { db } = connection;
    if (db === undefined) throw new StoreError('engine_failed', 'The database is not connected.');
    return db.collection(collection.collectionName);
  });
};

const fileOf = ({ collectionName }: Collection): string => `${collectionName}.ndjson`;

/** Only running requests need it; a copy would keep it. */
const LEFT_OUT = { sealedHeaders: 0, 'intents.sealedHeaders': 0 } as const;

/** Each document as stored, number types and order of fields included, without what is left out. */
const readLines = async (collection: Collection, onLine: (line: string) => Promise<void> | void): Promise<number> => {
  let rows = 0;
  const cursor = collection.find({}, { promoteValues: false, sort: { _id: 1 }, projection: LEFT_OUT });
  for await (const document of cursor) {
    await onLine(`${EJSON.stringify(document, { relaxed: false })}\n`);
    rows += 1;
  }
  return rows;
};

const digestOf = async (collection: Collection): Promise<string> => {
  const hash = createHash('sha256');
  await readLines(collection, (line) => void hash.update(line));
  return hash.digest('hex');
};

const writeCollection = async (
  collection: Collection,
  folder: string,
  onRow: () => void,
): Promise<{ part: CopiedPart; rows: number }> => {
  const file = fileOf(collection);
  const handle = await open(join(folder, file), 'w', 0o600);
  const hash = createHash('sha256');
  let sizeBytes = 0;
  let waiting = '';
  const write = async (): Promise<void> => {
    const bytes = Buffer.from(waiting);
    waiting = '';
    hash.update(bytes);
    sizeBytes += bytes.byteLength;
    await handle.writeFile(bytes);
  };
  try {
    const rows = await readLines(collection, async (line) => {
      waiting += line;
      onRow();
      if (waiting.length >= WRITE_BYTES) await write();
    });
    await write();
    await handle.sync();
    return { part: { file, sizeBytes, sha256: hash.digest('hex') }, rows };
  } finally {
    await handle.close();
  }
};

/**
 * Reads everything twice. If both readings are equal, nothing changed between the end of the first and the beginning of
 * the second, so the copy is of that moment. Undefined when they differ.
 */
const tryCopy = async (
  collections: readonly Collection[],
  folder: string,
  onProgress: OnProgress,
): Promise<StoreCopy | undefined> => {
  const parts: CopiedPart[] = [];
  const rows: Record<string, number> = {};
  let done = 0;
  const onRow = (): void => onProgress({ done: (done += 1), unit: 'documents' });
  for (const collection of collections) {
    const written = await writeCollection(collection, folder, onRow);
    parts.push(written.part);
    rows[collection.collectionName] = written.rows;
  }
  for (const [index, collection] of collections.entries()) {
    if ((await digestOf(collection)) !== parts[index]?.sha256) return undefined;
  }
  return { kind: 'mongodb', schema: DOCUMENTS_VERSION, rows, parts };
};

const copyCollections = async (
  collections: readonly Collection[],
  folder: string,
  onProgress: OnProgress,
): Promise<StoreCopy> => {
  for (let tries = 0; tries < MAX_COPY_TRIES; tries += 1) {
    const copy = await tryCopy(collections, folder, onProgress);
    if (copy) return copy;
  }
  throw new StoreError('busy', 'The store was written to while it was read. Stop every service, then try again.');
};

/** The lines of a text file, without their line feeds. Only a line feed ends a line. */
async function* readTextLines(path: string): AsyncGenerator<string> {
  let held: Buffer[] = [];
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    let start = 0;
    for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, start)) {
      held.push(chunk.subarray(start, at));
      yield Buffer.concat(held).toString('utf8');
      held = [];
      start = at + 1;
    }
    held.push(chunk.subarray(start));
  }
  const rest = Buffer.concat(held);
  if (rest.byteLength > 0) yield rest.toString('utf8');
}

const insertLines = async (collection: Collection, path: string, onRows: (count: number) => void): Promise<void> => {
  let batch: mongo.Document[] = [];
  let batchBytes = 0;
  const send = async (): Promise<void> => {
    if (batch.length > 0) await collection.insertMany(batch);
    onRows(batch.length);
    [batch, batchBytes] = [[], 0];
  };
  for await (const line of readTextLines(path)) {
    // safe because each line was written from a document
    batch.push(EJSON.parse(line, { relaxed: false }) as mongo.Document);
    batchBytes += line.length;
    if (batch.length >= BATCH_DOCUMENTS || batchBytes >= BATCH_BYTES) await send();
  }
  await send();
};

const restoreCollections = async (
  connection: Connection,
  folder: string,
  { parts }: StoreCopy,
  onProgress: OnProgress,
): Promise<void> => {
  const collections = collectionsOf(connection);
  // In reverse: keys are deleted first and restored last.
  for (const collection of [...collections].reverse()) await collection.deleteMany({});
  let done = 0;
  // Copies of earlier versions lack the collections that came later.
  const copied = new Set(parts.map(({ file }) => file));
  for (const collection of collections.filter((one) => copied.has(fileOf(one)))) {
    await insertLines(collection, join(folder, fileOf(collection)), (count) =>
      onProgress({ done: (done += count), unit: 'documents' }),
    );
  }
};

const asStoreErrors = async <Value>(work: () => Promise<Value>): Promise<Value> => {
  try {
    return await work();
  } catch (error) {
    throw toStoreError(error);
  }
};

/**
 * Copies of a store on MongoDB, by the documents themselves. A copy is refused when the store was written to while it
 * was read, as it would not be of one moment. Rejects with a `StoreError` when the server cannot be reached.
 */
export const openMongoArchive = async ({ uri }: { uri: string }): Promise<StoreArchive> => {
  const connection = await asStoreErrors(() => connectMongo({ uri }));
  return {
    kind: 'mongodb',
    newestSchema: DOCUMENTS_VERSION,
    copyTo: (folder, onProgress) => asStoreErrors(() => copyCollections(collectionsOf(connection), folder, onProgress)),
    occupancy: () =>
      asStoreErrors(async () => {
        for (const collection of collectionsOf(connection)) if (await collection.findOne({})) return 'data';
        return 'empty';
      }),
    restoreFrom: (folder, copy, onProgress) =>
      asStoreErrors(() => restoreCollections(connection, folder, copy, onProgress)),
    close: () => connection.close(),
  };
};
