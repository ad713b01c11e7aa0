import type { Fetcher } from '@quarry/egress';
import type { Metrics } from '@quarry/observability';
import type { ThreadPool } from './thread-pool.js';

const secondsSince = (startedAtMs: number): number => (performance.now() - startedAtMs) / 1_000;

/** Measures every fetch by the tier that served or was tried last, except those refused before an attempt. */
export const timeFetches = (fetcher: Fetcher, metrics: Pick<Metrics, 'observe'>): Fetcher => ({
  ...(fetcher.exits && { exits: fetcher.exits }),
  fetch: async (request, signal) => {
    const startedAtMs = performance.now();
    const outcome = await fetcher.fetch(request, signal);
    const { tier, attempts } = outcome;
    if (attempts > 0) metrics.observe('fetch_duration_seconds', { tier }, secondsSince(startedAtMs));
    return outcome;
  },
  close: () => fetcher.close(),
});

/** Measures every task that was not aborted, including its wait for a thread. */
export const timeTasks = <Task, Value>(
  pool: ThreadPool<Task, Value>,
  report: (task: Task, seconds: number) => void,
): ThreadPool<Task, Value> => ({
  run: async (task, signal, sharer) => {
    const startedAtMs = performance.now();
    const result = await pool.run(task, signal, sharer);
    report(task, secondsSince(startedAtMs));
    return result;
  },
  close: () => pool.close(),
});
