import { Worker } from 'node:worker_threads';
import type { SyncCalls } from '../engine-port.js';
import { StoreError } from '../store-error.js';
import type { EngineCallName, EngineReply, EngineRequest } from './engine.js';
import type { DatabaseOptions } from './open-database.js';
import type { FromWorker, ToWorker } from './serve-engine.js';

/** Calls that may wait for the engine at once; further ones are rejected as `overloaded`. */
export const MAX_PENDING_CALLS = 10_000;

export interface EngineClient {
  readonly call: <Name extends EngineCallName>(
    name: Name,
    ...args: Parameters<SyncCalls[Name]>
  ) => Promise<ReturnType<SyncCalls[Name]>>;
  /** Takes no more calls, waits for the pending ones, then ends the thread. */
  readonly close: () => Promise<void>;
}

interface PendingCall {
  readonly resolve: (value: never) => void;
  readonly reject: (error: StoreError) => void;
}

/**
 * The thread's file is beside this one: JavaScript in the build, TypeScript in the sources, which a hook of the process
 * makes readable.
 */
const startWorker = (workerData: DatabaseOptions): Worker => {
  const name = import.meta.url.endsWith('.ts') ? './store-worker.ts' : './store-worker.js';
  return new Worker(new URL(name, import.meta.url), { workerData });
};

/** The caller's end of a thread that is ready. */
export const createEngineClient = (
  worker: Worker,
  maxPendingCalls: number,
  onFailure: (error: StoreError) => void = () => undefined,
): EngineClient => {
  const pending = new Map<number, PendingCall>();
  let outbox: EngineRequest[] = [];
  let lastId = 0;
  let isClosing = false;
  let broken: StoreError | undefined;
  let notifyDrained: (() => void) | undefined;

  const exited = new Promise<void>((resolve) => worker.once('exit', () => resolve()));

  const breakDown = (reason: string): void => {
    if (!broken) {
      broken = new StoreError('engine_failed', reason);
      if (!isClosing) onFailure(broken);
    }
    for (const { reject } of pending.values()) reject(broken);
    pending.clear();
    notifyDrained?.();
    void worker.terminate();
  };

  const settle = (reply: EngineReply): void => {
    const call = pending.get(reply.id);
    pending.delete(reply.id);
    if ('failure' in reply) call?.reject(new StoreError(reply.failure.code, reply.failure.message));
    else call?.resolve(reply.value as never);
    if (pending.size === 0) notifyDrained?.();
  };

  worker.on('message', (replies: readonly EngineReply[]) => replies.forEach(settle));
  worker.on('error', (error) => breakDown(`The store's engine failed: ${String(error)}`));
  worker.on('messageerror', (error) => breakDown(`The store's engine sent an unreadable reply: ${error.message}`));
  void exited.then(() => breakDown("The store's engine has ended."));

  // Calls of one turn are sent as one message.
  const flush = (): void => {
    const calls = outbox;
    outbox = [];
    try {
      worker.postMessage(calls satisfies ToWorker);
    } catch (error) {
      const failure = { code: 'invalid_input', message: `Not a plain value: ${String(error)}` } as const;
      calls.forEach(({ id }) => settle({ id, failure }));
    }
  };

  const call: EngineClient['call'] = (name, ...args) => {
    if (isClosing) return Promise.reject(new StoreError('closed', 'The store is closed.'));
    if (broken) return Promise.reject(broken);
    if (pending.size >= maxPendingCalls) {
      return Promise.reject(new StoreError('overloaded', `${pending.size} calls of the store are waiting.`));
    }
    lastId += 1;
    const id = lastId;
    if (outbox.length === 0) queueMicrotask(flush);
    outbox.push({ id, name, args });
    return new Promise((resolve, reject) => pending.set(id, { resolve, reject }));
  };

  const close = async (): Promise<void> => {
    if (!isClosing) {
      isClosing = true;
      if (pending.size > 0) await new Promise<void>((resolve) => (notifyDrained = resolve));
      if (!broken) worker.postMessage('close' satisfies ToWorker);
    }
    await exited;
  };

  return { call, close };
};

const firstMessage = (worker: Worker): Promise<FromWorker> =>
  new Promise((resolve, reject) => {
    const onMessage = (message: FromWorker): void => leave(() => resolve(message));
    const onError = (error: unknown): void => leave(() => reject(new StoreError('engine_failed', String(error))));
    const onExit = (): void => onError("The store's engine did not start.");
    // One by one: removing all listeners would also remove the thread's own.
    const leave = (settle: () => void): void => {
      worker.off('message', onMessage).off('error', onError).off('exit', onExit);
      settle();
    };
    worker.on('message', onMessage).on('error', onError).on('exit', onExit);
  });

/** Starts the engine's thread and waits until its database is open. Rejects when it cannot be opened. */
export const startEngine = async (
  options: DatabaseOptions,
  maxPendingCalls: number = MAX_PENDING_CALLS,
  onFailure?: (error: StoreError) => void,
): Promise<EngineClient> => {
  const worker = startWorker(options);
  const opened = await firstMessage(worker);
  if (typeof opened === 'object' && 'openFailure' in opened) {
    await worker.terminate();
    throw new StoreError(opened.openFailure.code, opened.openFailure.message);
  }
  return createEngineClient(worker, maxPendingCalls, onFailure);
};
