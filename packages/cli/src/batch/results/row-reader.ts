import { readPage, type JobRef, type ResultRow } from '../batch-api.js';
import type { FleetSession } from '../fleet-session.js';
import { planPage } from './plan-page.js';

/** Reads each of a job's rows once, in the fleet's order. */
export class RowReader {
  #read = 0;

  constructor(
    private readonly session: FleetSession,
    private readonly job: JobRef,
  ) {}

  /** Rows returned so far. */
  get read(): number {
    return this.#read;
  }

  /** The new rows, a page at a time. Ends early if the fleet returns fewer rows than it reported. */
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
