import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import { createEngine, MAX_BATCH_CALLS, toFailure } from './engine.js';
import type { EngineFailure, EngineReply, EngineRequest } from './engine.js';
import { openDatabase } from './open-database.js';
import type { DatabaseOptions } from './open-database.js';

/** To the thread: calls, or the word to end. */
export type ToWorker = readonly EngineRequest[] | 'close';
/** From the thread: first whether the database opened, then replies. */
export type FromWorker = 'ready' | { readonly openFailure: EngineFailure } | readonly EngineReply[];

const serve = (port: NonNullable<typeof parentPort>, options: DatabaseOptions): void => {
  const db = openDatabase(options);
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
      message = (receiveMessageOnPort(port) as { message: ToWorker } | undefined)?.message;
    }
    for (let from = 0; from < calls.length; from += MAX_BATCH_CALLS) {
      send(engine.run(calls.slice(from, from + MAX_BATCH_CALLS)));
    }
    if (isClosing) close();
  });
  send('ready');
};

if (parentPort) {
  try {
    serve(parentPort, workerData as DatabaseOptions);
  } catch (error) {
    parentPort.postMessage({ openFailure: toFailure(error) } satisfies FromWorker);
  }
}
