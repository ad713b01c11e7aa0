import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { HEALTH_BUDGET_MS } from './bounded-check.js';
import { createMetrics } from '../metrics/metrics.js';
import { createReadyCheck, NotReadyError, PART_BUDGET_MS, PART_METRIC_BUDGET_MS } from './ready-check.js';

const fine = async (): Promise<void> => undefined;
const hang = (): Promise<void> => new Promise(() => undefined);
const createLog = () => {
  const lines: string[] = [];
  const write = (message: string, fields?: object): void =>
    void lines.push(`${message} ${JSON.stringify(fields ?? {})}`);
  return { lines, info: write, warn: write };
};

afterEach(() => void jest.useRealTimers());

describe('createReadyCheck', () => {
  it('resolves when every part answers, at once or later', async () => {
    await expect(createReadyCheck({ store: fine, redis: () => 'PONG' })()).resolves.toBeUndefined();
    await expect(createReadyCheck({})()).resolves.toBeUndefined();
  });

  it('names all that fail, that throw and that hang, and no other', async () => {
    const check = createReadyCheck(
      {
        ...{ hung: hang, fine, down: () => Promise.reject(new Error('10.0.0.1')) },
        broken: () => {
          throw new Error('at once');
        },
      },
      { budgetMs: 20 },
    );
    const error = await check().catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(NotReadyError);
    expect((error as NotReadyError).parts).toEqual(['hung', 'down', 'broken']);
    expect((error as NotReadyError).message).not.toContain('10.0.0.1');
  });

  it('names a part that hangs before the whole answer is due', async () => {
    jest.useFakeTimers();
    const ended: string[] = [];
    const isDue = new Promise<void>((resolve) => {
      setTimeout(resolve, HEALTH_BUDGET_MS);
    }).then(() => void ended.push('whole answer'));
    const isNamed = expect(createReadyCheck({ store: hang })())
      .rejects.toThrow('not ready: store')
      .then(() => void ended.push('part'));
    await jest.advanceTimersByTimeAsync(PART_BUDGET_MS - 1);
    expect(ended).toEqual([]);
    await jest.advanceTimersByTimeAsync(1);
    expect(ended).toEqual(['part']);
    await jest.advanceTimersByTimeAsync(HEALTH_BUDGET_MS);
    await Promise.all([isDue, isNamed]);
    expect(ended).toEqual(['part', 'whole answer']);
  });

  it('tells each part to the metrics, in time also where one hangs, from the same look as the answer', async () => {
    const metrics = createMetrics({ service: 'serp' });
    let isDown = true;
    let looks = 0;
    const check = createReadyCheck(
      {
        store: fine,
        files: () => {
          looks += 1;
          return hang();
        },
        queue: () => (isDown ? Promise.reject(new Error('gone')) : fine()),
      },
      { metrics },
    );
    jest.useFakeTimers();
    let isAnswered = false;
    const answer = expect(check())
      .rejects.toThrow('not ready: files, queue')
      .finally(() => (isAnswered = true));
    const told = metrics.text();
    await jest.advanceTimersByTimeAsync(PART_METRIC_BUDGET_MS);
    const text = await told;
    expect(isAnswered).toBe(false);
    expect(text).toContain('part_ready{part="store",service="serp"} 1');
    expect(text).toContain('part_ready{part="files",service="serp"} 0');
    expect(text).toContain('part_ready{part="queue",service="serp"} 0');
    isDown = false;
    const again = metrics.text();
    await jest.advanceTimersByTimeAsync(PART_METRIC_BUDGET_MS);
    expect(await again).toContain('part_ready{part="queue",service="serp"} 1');
    await answer;
    expect(looks).toBe(1);
    metrics.close();
  });

  it('tells the reasons once per change and when all is well again', async () => {
    let isDown = true;
    const log = createLog();
    const check = createReadyCheck({ store: () => (isDown ? Promise.reject(new Error('gone')) : fine()) }, { log });
    await check().catch(() => undefined);
    await check().catch(() => undefined);
    isDown = false;
    await check();
    await check();
    expect(log.lines).toEqual(['not ready {"notReady":["store: gone"]}', 'ready again {}']);
  });
});
