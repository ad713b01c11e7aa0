import type { OperationJob, QueueName } from '@quarry/contracts';
import type { FileStore } from '@quarry/files';
import type { JobContext, JobQueue, JobWorker } from '@quarry/queue';
import type { RequestEnd, RequestRow, Store } from '@quarry/store';

/** How the fake worker ends a request; `answer` is stored as its result. */
export type FakeEnd = Partial<RequestEnd> & { readonly answer?: Record<string, unknown> };
export type Behaviour = (row: RequestRow, context: JobContext & { readonly job: OperationJob }) => Promise<FakeEnd>;

export const okEnd = (answer: Record<string, unknown> = { content: '<p>hello</p>' }, chargedCredits = 1): FakeEnd => ({
  state: 'ok',
  verdict: 'ok',
  chargedCredits,
  answer,
});

const SLOTS = 40;

/** A worker on the real queue, store and files that does what the test says. */
export const createFakeWorker = (parts: { store: Store; files: FileStore; queue: JobQueue }) => {
  const { store, files, queue } = parts;
  let behave: Behaviour = async () => okEnd();
  const workers: JobWorker[] = [];

  const end = async (row: RequestRow, job: OperationJob, { answer, ...given }: FakeEnd): Promise<void> => {
    const whole: RequestEnd = { state: 'failed', verdict: 'internal_error', chargedCredits: 0, ...given };
    if (answer === undefined) {
      await store.requests.finish(row.id, whole, job.attempt);
      return;
    }
    const answerName = `result-${job.attempt}.json`;
    const body = JSON.stringify({ requestMetadata: { id: row.id, status: 'ok' }, ...answer });
    await files.put({ accountId: row.accountId, requestId: row.id, name: answerName }, body);
    await store.requests.finish(row.id, { ...whole, answerName }, job.attempt);
  };
  const handle = async (job: OperationJob, context: JobContext): Promise<void> => {
    const { requestId, attempt, replyTo } = job;
    const row = await store.requests.begin(requestId, attempt);
    if (row !== null) await end(row, job, await behave(row, { ...context, job }));
    if (replyTo !== undefined) await queue.replies.send(replyTo, { requestId, attempt });
    // Nobody waits for it who would release its lease.
    else await queue.leases.release(job.accountId, requestId);
  };
  return {
    behave: (next: Behaviour): void => {
      behave = next;
    },
    start: async (names: readonly QueueName[] = ['browser-scrape'], slots = SLOTS): Promise<void> => {
      for (const name of names) workers.push(await queue.startWorker({ queue: name, slots, handle }));
    },
    stop: async (): Promise<void> => {
      await Promise.all(workers.splice(0).map((worker) => worker.drain(1_000)));
    },
  };
};
