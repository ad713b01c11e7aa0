import type Database from 'better-sqlite3';
import type { EngineClient } from '../../src/sqlite/engine-client.js';
import { createEngine } from '../../src/sqlite/engine.js';
import type { EngineReply, EngineRequest } from '../../src/sqlite/engine.js';
import { StoreError } from '../../src/store-error.js';

/** The engine without its thread: the calls of one turn are one batch here as well. Fast enough for thousands of histories. */
export const createInlineEngine = (db: Database.Database): EngineClient => {
  const engine = createEngine(db);
  const waiting = new Map<number, (reply: EngineReply) => void>();
  let outbox: EngineRequest[] = [];
  let lastId = 0;
  let isClosed = false;

  const flush = (): void => {
    const batch = outbox;
    outbox = [];
    for (const reply of engine.run(batch)) {
      waiting.get(reply.id)?.(reply);
      waiting.delete(reply.id);
    }
  };

  const call: EngineClient['call'] = (name, ...args) => {
    if (isClosed) return Promise.reject(new StoreError('closed', 'The store is closed.'));
    lastId += 1;
    const id = lastId;
    if (outbox.length === 0) queueMicrotask(flush);
    outbox.push({ id, name, args });
    return new Promise((resolve, reject) => {
      waiting.set(id, (reply) => {
        if ('failure' in reply) reject(new StoreError(reply.failure.code, reply.failure.message));
        else resolve(reply.value as never);
      });
    });
  };

  return {
    call,
    close: async () => {
      isClosed = true;
      db.close();
    },
  };
};
