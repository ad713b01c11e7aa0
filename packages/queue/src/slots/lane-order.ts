import { INTERACTIVE_TURNS } from '../bounds.js';
import type { JobPriority } from '../port.js';

/**
 * Which list a worker takes from next: interactive before batch, but after `INTERACTIVE_TURNS` interactive jobs in a row the batch
 * list once. Lists known to be empty are skipped until they may have changed.
 */
export class LaneOrder {
  readonly #mayHaveJobs: Record<JobPriority, boolean> = { interactive: true, batch: true };
  readonly #wakeUps: Record<JobPriority, boolean> = { interactive: false, batch: false };
  #interactiveInARow = 0;

  /** Undefined if both lists are known to be empty. */
  next(): JobPriority | undefined {
    if (this.#interactiveInARow >= INTERACTIVE_TURNS) return 'batch';
    if (this.#mayHaveJobs.interactive) return 'interactive';
    return this.#mayHaveJobs.batch ? 'batch' : undefined;
  }

  found(lane: JobPriority): void {
    this.#wakeUps[lane] = false;
    this.#mayHaveJobs[lane] = true;
    if (lane === 'interactive') {
      this.#interactiveInARow += 1;
      return;
    }
    this.#interactiveInARow = 0;
    // An interactive job may have arrived meanwhile; it goes before the next batch job.
    this.#mayHaveJobs.interactive = true;
  }

  foundNothing(lane: JobPriority): void {
    this.#wakeUps[lane] = false;
    this.#mayHaveJobs[lane] = false;
    if (lane === 'batch') this.#interactiveInARow = 0;
  }

  /** A wake-up for the list was received and no fetch has followed yet. */
  hasUnusedWakeUp(lane: JobPriority): boolean {
    return this.#wakeUps[lane];
  }

  /** The list, or without an argument any list, may have got a job. */
  mayHaveGrown(lane?: JobPriority): void {
    if (lane !== undefined) this.#wakeUps[lane] = true;
    if (lane !== 'batch') this.#mayHaveJobs.interactive = true;
    if (lane !== 'interactive') this.#mayHaveJobs.batch = true;
  }
}
