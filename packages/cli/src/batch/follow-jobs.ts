import { hasEnded, readStatus, type JobRef, type JobStatus } from './batch-api.js';
import { FleetFailure, type FleetSession } from './fleet-session.js';
import { FailureTally } from './progress/failure-tally.js';
import { StatusTally } from './progress/status-tally.js';
import { RateMeter } from './progress/rate-meter.js';
import type { Progress } from './progress/render-progress.js';
import { RowReader } from './results/row-reader.js';
import type { RowSink } from './results/row-sink.js';

/** Pause between polls: short at first, for small jobs, then longer; longest while nothing changes. */
const LOOK = { firstMs: 200, busyMs: 1_000, stillMs: 5_000, growth: 1.5 } as const;
/** After this time without new rows, an incomplete page is read. */
const REST_AFTER_MS = 3_000;
/** Polls of an ended job whose rows are missing. */
const MAX_SHORT_LOOKS = 10;

export interface FollowInput {
  readonly session: FleetSession;
  readonly jobs: readonly JobRef[];
  readonly sink?: RowSink | undefined;
  readonly show: (progress: Progress) => void;
  /** False: poll once, and read everything available. */
  readonly isToEnd: boolean;
}

export interface Followed {
  readonly progress: Progress;
  readonly statuses: readonly JobStatus[];
  /** Every job has ended and all of its rows were read. */
  readonly isWhole: boolean;
}

interface Followee {
  readonly job: JobRef;
  readonly reader: RowReader;
  status?: JobStatus;
  readAtMs: number;
}

const isRead = ({ status, reader }: Followee): boolean =>
  status !== undefined && hasEnded(status) && reader.read >= status.responsesCount;

/** Addresses that running crawls know; undefined where the number of requests is known. */
const discoveredIn = (statuses: readonly JobStatus[]): number | undefined => {
  const growing = statuses.filter((status) => status.discoveredCount !== undefined && !hasEnded(status));
  return growing.length === 0 ? undefined : growing.reduce((total, status) => total + (status.discoveredCount ?? 0), 0);
};

type Counter = 'requestsCount' | 'responsesCount' | 'succeededCount' | 'failedCount' | 'creditsCharged';

const sum = (statuses: readonly JobStatus[], field: Counter): number =>
  statuses.reduce((total, status) => total + status[field], 0);

/** Follows jobs until all have ended, or polls once, and passes each row to the sink once. */
export class Follower {
  readonly #tally = new FailureTally();
  readonly #targets = new StatusTally();
  readonly #meter = new RateMeter();
  readonly #followees: readonly Followee[];
  #trouble: string | undefined;

  constructor(private readonly input: FollowInput) {
    this.#followees = input.jobs.map((job) => ({
      job,
      reader: new RowReader(input.session, job),
      readAtMs: performance.now(),
    }));
  }

  /** Rejects with `FleetFailure`, `Interrupted` or what the sink rejects with. */
  async run(): Promise<Followed> {
    const { session, sink, isToEnd } = this.input;
    let shortLooks = 0;
    for (let waitMs: number = LOOK.firstMs, seen = -1; ;) {
      await this.#look();
      await sink?.check();
      const isWhole = this.#followees.every(isRead);
      const progress = this.#progress();
      if (isWhole || !isToEnd) return { progress, statuses: this.#statuses(), isWhole };
      const isStill = progress.ended === seen;
      seen = progress.ended;
      shortLooks = progress.jobsEnded === progress.jobs ? shortLooks + 1 : 0;
      if (shortLooks > MAX_SHORT_LOOKS) {
        throw new FleetFailure('The job has ended, but the fleet returns fewer results than it reports.', 500);
      }
      waitMs = Math.min(waitMs * LOOK.growth, isStill ? LOOK.stillMs : LOOK.busyMs);
      await session.pause(waitMs);
    }
  }

  /** Shown until the next poll. */
  tellTrouble(trouble: string): void {
    this.#trouble = trouble;
    if (this.#followees.every(({ status }) => status)) this.input.show(this.#progress());
  }

  #statuses(): JobStatus[] {
    return this.#followees.flatMap(({ status }) => (status ? [status] : []));
  }

  async #look(): Promise<void> {
    const { session, sink, isToEnd } = this.input;
    for (const followee of this.#followees) {
      if (isRead(followee)) continue;
      followee.status = await readStatus(session, followee.job);
      this.#trouble = undefined;
    }
    this.#meter.add(performance.now(), sum(this.#statuses(), 'responsesCount'));
    this.input.show(this.#progress());
    for (const followee of this.#followees) {
      const { status, reader } = followee;
      if (!status || isRead(followee)) continue;
      const isOverdue = performance.now() - followee.readAtMs > REST_AFTER_MS;
      const wantsRest = !isToEnd || hasEnded(status) || isOverdue || (sink?.awaited() ?? 0) > 0;
      for await (const rows of reader.rowsUpTo(status.responsesCount, wantsRest)) {
        this.#tally.add(rows);
        this.#targets.add(rows);
        await sink?.write(rows);
        this.#trouble = undefined;
        followee.readAtMs = performance.now();
      }
    }
    this.input.show(this.#progress());
  }

  #progress(): Progress {
    const statuses = this.#statuses();
    return {
      jobs: this.#followees.length,
      jobsEnded: statuses.filter(hasEnded).length,
      isPending: statuses.every(({ status }) => status === 'pending'),
      requests: sum(statuses, 'requestsCount'),
      discovered: discoveredIn(statuses),
      ended: sum(statuses, 'responsesCount'),
      succeeded: sum(statuses, 'succeededCount'),
      failed: sum(statuses, 'failedCount'),
      creditsCharged: sum(statuses, 'creditsCharged'),
      perSecond: this.#meter.perSecond,
      failures: this.#tally.kinds(),
      targetErrors: statuses.reduce((total, { targetErrorCount = 0 }) => total + targetErrorCount, 0),
      targetStatuses: this.#targets.counts(),
      trouble: this.#trouble,
    };
  }
}
