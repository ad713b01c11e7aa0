import { Agent, request } from 'node:http';

export interface LoadResult {
  readonly requests: number;
  readonly failed: number;
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** From the least to the most. */
  readonly latenciesMs: readonly number[];
  /** Bytes of one body, the mean of all. */
  readonly answerBytes: number;
}

export interface LoadOptions {
  readonly url: (index: number) => string;
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body: (index: number) => string | undefined;
  /** At most so many. */
  readonly requests: number;
  /** None begins later than this. */
  readonly durationMs?: number;
  readonly width: number;
}

const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;

interface Answered {
  readonly status: number;
  readonly bytes: number;
}

const sendOne = (options: LoadOptions, agent: Agent, index: number): Promise<Answered> =>
  new Promise((resolve, reject) => {
    const { method, headers } = options;
    const outgoing = request(options.url(index), { method, headers, agent }, (response) => {
      let bytes = 0;
      response.on('data', (piece: Buffer) => void (bytes += piece.length));
      response.once('end', () => resolve({ status: response.statusCode ?? 0, bytes }));
      response.once('error', reject);
    });
    outgoing.once('error', reject);
    outgoing.end(options.body(index));
  });

/** Sends calls, `width` at a time, over kept-alive connections. A call fails unless it answers 200. */
export const runLoad = async (options: LoadOptions): Promise<LoadResult> => {
  const agent = new Agent({ keepAlive: true, maxSockets: options.width });
  const latenciesMs: number[] = [];
  let failed = 0;
  let next = 0;
  let bytes = 0;
  const startedAt = performance.now();
  const endsAt = startedAt + (options.durationMs ?? Number.POSITIVE_INFINITY);
  const lane = async (): Promise<void> => {
    while (next < options.requests && performance.now() < endsAt) {
      const index = next++;
      const sentAt = performance.now();
      const answered = await sendOne(options, agent, index).catch(() => ({ status: 0, bytes: 0 }));
      latenciesMs.push(performance.now() - sentAt);
      bytes += answered.bytes;
      if (answered.status !== 200) failed++;
    }
  };
  await Promise.all(Array.from({ length: options.width }, lane));
  const seconds = (performance.now() - startedAt) / 1000;
  agent.destroy();
  latenciesMs.sort((a, b) => a - b);
  return {
    requests: next,
    failed,
    perSecond: next / seconds,
    p50Ms: percentile(latenciesMs, 0.5),
    p99Ms: percentile(latenciesMs, 0.99),
    latenciesMs,
    answerBytes: bytes / Math.max(1, next),
  };
};
