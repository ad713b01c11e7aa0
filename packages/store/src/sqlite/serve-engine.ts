import { receiveMessageOnPort } from 'node:worker_threads';
import type { MessagePort } from 'node:worker_threads';
import type Database from 'better-sqlite3';
import { createEngine, MAX_BATCH_CALLS } from './engine.js';
import type { EngineFailure, EngineReply, EngineRequest } from './engine.js';

/** To the thread: calls, or the request to end. */
export type ToWorker = readonly EngineRequest[] | 'close';
/** From the thread: first whether the database opened, then replies. */
export type FromWorker = 'ready' | { readonly openFailure: EngineFailure } | readonly EngineReply[];

/** The thread's end of the engine: serves calls until it is asked to close. */
export const serveEngine = (port: MessagePort, db: Database.Database): void => {
  const engine = createEngine(db);
  const send = (message: FromWorker): void => port.postMessage(message);

  const close = (): void => {
    db.close();
    port.close();
  };

  port.on('message', (first: ToWorker) => {
    const calls: EngineRequest[] = [];
    let isClosing = false;
    // What has arrived meanwhile joins the batch: the busier the store, the fewer commits per call.
    for (let message: ToWorker | undefined = first; message !== undefined;) {
      if (message === 'close') isClosing = true;
      else calls.push(...message);
      message = receiveMessageOnPort(port)?.message as ToWorker | undefined;
    }
    for (let from = 0; from < calls.length; from += MAX_BATCH_CALLS) {
      send(engine.run(calls.slice(from, from + MAX_BATCH_CALLS)));
    }
    if (isClosing) close();
  });
  send('ready');
};
