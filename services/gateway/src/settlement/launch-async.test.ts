import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { operationById, type Operation } from '@quarry/contracts';
import { createMetrics, noFaults, type Metrics } from '@quarry/observability';
import type { RequestEnd, RequestRow } from '@quarry/store';
import { createLaunch, type LaunchOptions } from './launch-async.js';

const operation = operationById('scrape/web') as Operation;
const request = { requestId: 'r1', accountId: 'a1', operation, deadlineAtMs: 60_000 };
const row = {
  id: 'r1',
  accountId: 'a1',
  operation: operation.id,
  state: 'ok',
  attempt: 1,
  chargedCredits: 1,
} as RequestRow;

let metrics: Metrics;
/** What happened, in order. */
let steps: string[];
beforeEach(() => {
  metrics = createMetrics({ service: 'gateway' });
  steps = [];
});
afterEach(() => metrics.close());

const launchWith = (parts: { enqueue?: () => Promise<void>; finish?: LaunchOptions['requests']['finish'] }) => {
  const note = (text: string) => void steps.push(text);
  const log = { error: note, warn: note, info: note, debug: note };
  const finish = async (_id: string, end: RequestEnd) => {
    steps.push(`finish ${end.state}`);
    return { isWinner: true, row: { ...row, state: end.state, chargedCredits: 0 }, availableCredits: 7 };
  };
  // safe because these are the fields that a launch reads
  const options = {
    requests: { finish: parts.finish ?? finish },
    producer: { enqueue: parts.enqueue ?? (async () => undefined) },
    leases: { reassert: async () => undefined, release: async () => note('release') },
    ...{ log, metrics, faultPoint: noFaults },
    undo: (id: string) => note(`undo ${id}`),
  } as unknown as LaunchOptions;
  return createLaunch(options);
};
const lost = async (): Promise<void> => {
  throw new Error('no reply within 5 s');
};

describe('a request that nobody waits for', () => {
  it('is launched once its job is in the queue', async () => {
    expect(await launchWith({})(request)).toBe('launched');
    expect(steps).toEqual([]);
  });

  it('has ended before its caller is told that it could not be enqueued, and its end is logged', async () => {
    expect(await launchWith({ enqueue: lost })(request)).toBe('unavailable');
    expect(steps).toEqual(['could not enqueue', 'finish failed', 'request ended', 'release']);
    expect(await metrics.text()).toContain('requests_ended_total{');
  });

  it('is launched if its job was in the queue after all and a worker has ended it', async () => {
    const finish = async () => ({ isWinner: false, row, availableCredits: 7 });
    expect(await launchWith({ enqueue: lost, finish })(request)).toBe('launched');
    expect(await metrics.text()).not.toContain('requests_ended_total{');
  });

  it('never stays open after an error: an end that the store did not take is tried until it does', async () => {
    const finish = async (): Promise<never> => {
      throw new Error('store unavailable');
    };
    await expect(launchWith({ enqueue: lost, finish })(request)).rejects.toThrow('store unavailable');
    expect(steps).toEqual(['could not enqueue', 'undo r1']);
  });

  it('does not run where another call has its key', async () => {
    expect(await launchWith({})(request, async () => false)).toBe('superseded');
    expect(steps).toEqual(['finish cancelled', 'request ended', 'release']);
  });
});
