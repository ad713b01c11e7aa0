import { REPARSE_ID } from '@quarry/contracts';
import { SPANS, withinSpan } from '@quarry/observability';
import type { RequestEnd, RequestRow } from '@quarry/store';
import { executeRow } from './execute-row.js';
import { isDraining, rowsOf, warnOnFailure, withStore, type Row, type Run, type Runtime } from './handler-runtime.js';
import { noteEnd } from './end/note-end.js';
import { replaceLastReparse } from './end/replace-reparse.js';
import { discard, storeEnd } from './end/store-end.js';
import { measureStages } from './end/stage-times.js';
import { StoredFiles } from './stored-files.js';

/** A call whose response was lost may have ended the row: it did if the row has file names of this attempt. */
const isEndOf = ({ answerName, pageName }: RequestEnd, row: RequestRow): boolean =>
  (answerName !== undefined && row.answerName === answerName) || (pageName !== undefined && row.pageName === pageName);

/** A row that has begun is run, its result stored, and the row ended. True if it has ended, by this attempt or another. */
export const runAttempt = async (given: Runtime, run: Run, row: Row): Promise<boolean> => {
  const { signal, job } = run;
  const startedAt = performance.now();
  const stages = measureStages();
  const runtime = { ...given, fetcher: stages.measure(given.fetcher) };
  const stored = new StoredFiles(runtime.files, runtime.filesUrl, { accountId: row.accountId, requestId: row.id });
  const outcome = await executeRow(runtime, run, row, stored);
  // A draining worker does not end the row: the job goes back to the queue and runs elsewhere.
  if (isDraining(signal) && outcome.verdict !== 'ok') {
    await discard(runtime, row, stored);
    signal.throwIfAborted();
  }
  const end = await storeEnd(runtime, { row, stored, stages }, outcome);
  // If the store does not confirm the end, the files may belong to a result, so they stay.
  const finished = await withinSpan(SPANS.end, {}, () =>
    withStore(runtime, run, () => rowsOf(runtime, run).finish(row.id, end, job.attempt)),
  );
  const isWinner = finished !== null && (finished.isWinner || isEndOf(end, finished.row));
  if (!isWinner) await discard(runtime, row, stored);
  const durationMs = performance.now() - startedAt;
  await noteEnd(runtime, run, { row, end, ended: finished?.row, isWinner, outcome, stages, durationMs });
  if (isWinner && row.operation === REPARSE_ID && end.state === 'ok') {
    const { files, clock, store } = runtime;
    const replaced = replaceLastReparse({ requests: store.requests, files, clock }, row);
    await warnOnFailure(runtime, run, replaced);
  }
  await warnOnFailure(runtime, run, runtime.faultPoint('worker.ended'));
  return finished !== null && finished.row.state !== 'open';
};
