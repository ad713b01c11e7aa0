import mongoose from 'mongoose';
import type { Connection, ConnectOptions, mongo } from 'mongoose';
import type { Clock } from '../port.js';
import { createCallGate } from './call-gate.js';
import { createModels } from './models.js';
import type { Models } from './models.js';
import { toStoreError } from './mongo-error.js';

export const DEFAULT_DATABASE = 'quarry';
/** Connections of one store, and its calls that run at once; further ones wait. */
export const MAX_POOL_SIZE = 32;
/** Longest wait for a server that takes writes, milliseconds. A set value also bounds the start of a connection. */
export const SERVER_SELECTION_TIMEOUT_MS = 3_000;
export const CONNECT_TIMEOUT_MS = 3_000;
/** Longest wait for the reply to one command, milliseconds. */
export const SOCKET_TIMEOUT_MS = 10_000;
/** Longest wait of a call for its turn, and of a command for a free connection, milliseconds. */
export const WAIT_QUEUE_TIMEOUT_MS = 5_000;
/** How often an idle store checks the server; while a command waits, it checks every 500 ms. */
export const HEARTBEAT_MS = 2_000;
/** Calls that may be under way at once; further ones are rejected as `overloaded`. */
export const MAX_PENDING_CALLS = 10_000;

export interface MongoEngineOptions {
  readonly uri: string;
  /** Default: the one the URI names, else `quarry`. */
  readonly database?: string;
  readonly clock?: Clock;
  /**
   * Called before each command that goes to the server, with the command's name. When it throws, the call rejects with
   * that error and the command is not sent, so that a test can end a store at any line.
   */
  readonly beforeCommand?: (name: string) => void | Promise<void>;
  readonly maxPoolSize?: number;
  readonly serverSelectionTimeoutMs?: number;
  readonly socketTimeoutMs?: number;
  readonly waitQueueTimeoutMs?: number;
  readonly maxPendingCalls?: number;
}

/** The one way to the server. */
export interface MongoEngine {
  readonly models: Models;
  readonly clock: Clock;
  /** A larger number than any before: its microseconds order the journal. */
  readonly nextOrder: () => number;
  /** Sends one command. Rejects with a `StoreError`, or with the driver's error for a duplicate key. */
  readonly run: <Value>(name: string, command: () => PromiseLike<Value>) => Promise<Value>;
  /** Runs one call of the port, which may send several commands. */
  readonly call: <Value>(work: () => Promise<Value>) => Promise<Value>;
  readonly ping: () => Promise<unknown>;
  /** `work` runs when no call is running any more, before the store disconnects. */
  readonly beforeClose: (work: () => Promise<void>) => void;
  /** Takes no more calls, waits for the running ones, then disconnects. */
  readonly close: () => Promise<void>;
}

const MICROSECONDS = 1_000;

const createOrder = (): (() => number) => {
  let last = 0;
  return () => {
    const now = Math.floor((performance.timeOrigin + performance.now()) * MICROSECONDS);
    last = Math.max(last + 1, now);
    return last;
  };
};

/** The database a URI names, if any. */
export const databaseOf = (uri: string): string | undefined => {
  const name = /^mongodb(?:\+srv)?:\/\/[^/]+\/([^?]+)/.exec(uri)?.[1];
  return name === undefined ? undefined : decodeURIComponent(name);
};

const connectOptions = (options: MongoEngineOptions): ConnectOptions => ({
  dbName: options.database ?? databaseOf(options.uri) ?? DEFAULT_DATABASE,
  maxPoolSize: options.maxPoolSize ?? MAX_POOL_SIZE,
  serverSelectionTimeoutMS: options.serverSelectionTimeoutMs ?? SERVER_SELECTION_TIMEOUT_MS,
  connectTimeoutMS: options.serverSelectionTimeoutMs ?? CONNECT_TIMEOUT_MS,
  socketTimeoutMS: options.socketTimeoutMs ?? SOCKET_TIMEOUT_MS,
  waitQueueTimeoutMS: options.waitQueueTimeoutMs ?? WAIT_QUEUE_TIMEOUT_MS,
  heartbeatFrequencyMS: HEARTBEAT_MS,
  writeConcern: { w: 'majority' },
  readPreference: 'primary',
  // The driver repeats a write by itself only where the server can detect the repetition; a standalone server cannot.
  retryWrites: true,
  autoIndex: false,
  autoCreate: false,
  bufferCommands: false,
});

/** Connects and creates nothing. */
export const connectMongo = async (options: MongoEngineOptions): Promise<Connection> => {
  const connection = mongoose.createConnection(options.uri, connectOptions(options));
  try {
    return await connection.asPromise();
  } catch (error) {
    await connection.close().catch(() => undefined);
    throw error;
  }
};

/** A collection's indexes, for one command that creates them all. */
const indexesOf = ({ schema }: Models[keyof Models]): mongo.IndexDescription[] =>
  schema.indexes().map(([key, options]) => ({ ...options, key }) as mongo.IndexDescription);

/** Connects and creates missing indexes. Rejects with a `StoreError`. */
export const openMongoEngine = async (options: MongoEngineOptions): Promise<MongoEngine> => {
  const { clock = Date.now, beforeCommand, maxPendingCalls = MAX_PENDING_CALLS } = options;
  let connection: Connection;
  try {
    connection = await connectMongo(options);
  } catch (error) {
    throw toStoreError(error);
  }
  const models = createModels(connection);
  const gate = createCallGate({
    width: options.maxPoolSize ?? MAX_POOL_SIZE,
    maxPendingCalls,
    waitTimeoutMs: options.waitQueueTimeoutMs ?? WAIT_QUEUE_TIMEOUT_MS,
  });
  const lastWorks: (() => Promise<void>)[] = [];
  let closed: Promise<void> | undefined;

  const run: MongoEngine['run'] = async (name, command) => {
    await beforeCommand?.(name);
    try {
      return await command();
    } catch (error) {
      throw toStoreError(error);
    }
  };

  const close = (): Promise<void> => {
    closed ??= (async () => {
      await gate.close();
      for (const work of lastWorks) await work();
      await connection.close();
    })();
    return closed;
  };

  try {
    for (const model of Object.values(models) as Models[keyof Models][]) {
      const indexes = indexesOf(model);
      if (indexes.length > 0) await run('createIndexes', () => model.collection.createIndexes(indexes));
    }
  } catch (error) {
    await close();
    throw error;
  }
  const ping = (): Promise<unknown> => connection.getClient().db().command({ ping: 1 });
  const beforeClose = (work: () => Promise<void>): void => {
    lastWorks.push(work);
  };
  return { models, clock, nextOrder: createOrder(), run, call: gate.call, ping, beforeClose, close };
};
