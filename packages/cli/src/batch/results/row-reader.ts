import { readPage, type JobRef, type ResultRow } from '../batch-api.js';
import type { FleetSession } from '../fleet-session.js';
import { planPage } from './plan-page.js';

/** Reads a job's rows once each, in the order that the fleet has fixed. */
export class RowReader {
  #read = 0;

  constructor(
    private readonly session: FleetSession,
    private readonly job: JobRef,
  ) {}

  /** Rows handed out so far. */
  get read(): number {
    return this.#read;
  }

  /** What became visible since, a page at a time. Ends early when the fleet gives fewer rows than it said. */
  async *rowsUpTo(visible: number, wantsRest: boolean): AsyncGenerator<readonly ResultRow[]> {
    for (;;) {
      const plan = planPage(this.#read, visible, wantsRest);
      if (plan === null) return;
      const rows = (await readPage(this.session, this.job, plan)).slice(plan.skip);
      if (rows.length === 0) return;
      this.#read += rows.length;
      yield rows;
    }
  }
}
