import type { Fetcher, ProxyType } from '@quarry/egress';
import { defined } from '@quarry/html';

/** Milliseconds during which at least one piece of work of a kind ran. */
class Meter {
  #running = 0;
  #sinceMs = 0;
  #totalMs = 0;
  #hasRun = false;

  constructor(private readonly now: () => number) {}

  start(): void {
    if (this.#running === 0) this.#sinceMs = this.now();
    this.#running += 1;
    this.#hasRun = true;
  }

  stop(): void {
    this.#running -= 1;
    if (this.#running === 0) this.#totalMs += this.now() - this.#sinceMs;
  }

  /** Whole milliseconds; undefined: nothing of this kind ran. */
  read(): number | undefined {
    if (!this.#hasRun) return undefined;
    return Math.round(this.#totalMs + (this.#running > 0 ? this.now() - this.#sinceMs : 0));
  }
}

/** Whole milliseconds of one run by stage. */
export interface StageTimes {
  readonly fetchMs?: number;
  readonly renderMs?: number;
  readonly readMs: number;
}

export interface Stages {
  /** The same fetcher, measured. */
  readonly measure: (fetcher: Fetcher) => Fetcher;
  /** What has passed so far. */
  readonly times: () => StageTimes;
  /** Host of the page that was asked for first. */
  readonly host: () => string | undefined;
  /** Kind of the exit that was used last; undefined if no fetch has ended. */
  readonly exit: () => ProxyType | undefined;
}

/** Measures one run of an operation: its fetches by tier, and all that is done between and after them. */
export const measureStages = (now: () => number = () => performance.now()): Stages => {
  const startedAtMs = now();
  const meters = { http: new Meter(now), browser: new Meter(now) };
  const all = new Meter(now);
  let host: string | undefined;
  let exit: ProxyType | undefined;
  return {
    measure: (fetcher) => ({
      fetch: async (request, signal) => {
        host ??= URL.parse(request.url)?.host;
        const running = [meters[request.tier], all];
        for (const meter of running) meter.start();
        try {
          const outcome = await fetcher.fetch(request, signal);
          exit = outcome.proxyType;
          return outcome;
        } finally {
          for (const meter of running) meter.stop();
        }
      },
      close: () => fetcher.close(),
    }),
    times: () => {
      const readMs = Math.max(0, Math.round(now() - startedAtMs - (all.read() ?? 0)));
      return defined<StageTimes>({ fetchMs: meters.http.read(), renderMs: meters.browser.read(), readMs });
    },
    host: () => host || undefined,
    exit: () => exit,
  };
};
