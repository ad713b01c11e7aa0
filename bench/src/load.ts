import { Agent, request } from 'node:http';

export interface LoadResult {
  readonly requests: number;
  readonly failed: number;
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

interface LoadOptions {
  readonly url: string;
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body: (index: number) => string | undefined;
  readonly requests: number;
  readonly width: number;
}

const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;

const sendOne = (options: LoadOptions, agent: Agent, index: number): Promise<number> =>
  new Promise((resolve, reject) => {
    const outgoing = request(options.url, { method: options.method, headers: options.headers, agent }, (response) => {
      response.resume();
      response.once('end', () => resolve(response.statusCode ?? 0));
      response.once('error', reject);
    });
    outgoing.once('error', reject);
    outgoing.end(options.body(index));
  });

/** Sends `requests` calls, `width` at a time, over kept-alive connections. A call fails unless it answers 200. */
export const runLoad = async (options: LoadOptions): Promise<LoadResult> => {
  const agent = new Agent({ keepAlive: true, maxSockets: options.width });
  const latenciesMs: number[] = [];
  let failed = 0;
  let next = 0;
  const startedAt = performance.now();
  const lane = async (): Promise<void> => {
    while (next < options.requests) {
      const index = next++;
      const sentAt = performance.now();
      const status = await sendOne(options, agent, index).catch(() => 0);
      latenciesMs.push(performance.now() - sentAt);
      if (status !== 200) failed++;
    }
  };
  await Promise.all(Array.from({ length: options.width }, lane));
  const seconds = (performance.now() - startedAt) / 1000;
  agent.destroy();
  latenciesMs.sort((a, b) => a - b);
  return {
    requests: options.requests,
    failed,
    perSecond: options.requests / seconds,
    p50Ms: percentile(latenciesMs, 0.5),
    p99Ms: percentile(latenciesMs, 0.99),
  };
};
