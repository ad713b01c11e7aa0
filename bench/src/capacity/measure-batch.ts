import { ApiClient } from '@quarry/testkit';
import type { IdleFigures, OperationFigures } from './figures.js';
import type { BenchAccount, BenchScene } from './bench-scene.js';
import { measureOperation, type LoadSeen } from './measure-operation.js';
import type { RunOptions } from './run-options.js';

const ROUTE = '/scrape/batch/web';
const POLL_MS = 200;
/** Items before the measured ones, so that the batch lane's code is compiled. */
const WARM_UP_SHARE = 0.2;

interface Status {
  readonly status: string;
  readonly failedCount: number;
}

const runJob = async (scene: BenchScene, account: BenchAccount, items: number): Promise<LoadSeen> => {
  const api = new ApiClient({ ...scene.fleet, apiKey: account.apiKey });
  const startedAt = performance.now();
  const requests = Array.from({ length: items }, (_, index) => ({
    url: `${scene.pages}/page20/${index}`,
    outputFormat: ['markdown'],
    jsRendering: false,
  }));
  const { status, body } = await api.send('POST', ROUTE, { requests });
  if (status !== 200) throw new Error(`a batch of ${items} got the response ${status}`);
  for (;;) {
    const answer = await api.send('GET', `${ROUTE}/${String(body['jobId'])}`);
    // safe because the contract's own tests guard the shape
    const job = answer.body['data'] as Status | undefined;
    if (job?.status === 'done') {
      const perSecond = (items * 1_000) / (performance.now() - startedAt);
      return { requests: items, failed: job.failedCount, perSecond, p50Ms: 0, p99Ms: 0, answerBytes: 0 };
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
};

/** One job of pages of 20 KiB, from its submit to its end. */
export const measureBatch = async (
  scene: BenchScene,
  { idle, options: { batchItems } }: { idle: IdleFigures; options: RunOptions },
): Promise<OperationFigures> => {
  const account = await scene.account();
  await runJob(scene, account, Math.ceil(batchItems * WARM_UP_SHARE));
  return measureOperation(scene, account, {
    idle,
    aloneMs: [],
    targetBytes: scene.targetBytes.batch20 ?? 0,
    load: () => runJob(scene, account, batchItems),
  });
};
