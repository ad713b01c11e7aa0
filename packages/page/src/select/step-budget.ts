/** Thrown where a selector needs more tests than allowed; the name of the bound is `maxSelectorSteps`. */
export class SelectorTooCostly extends Error {
  override readonly name = 'SelectorTooCostly';
  constructor() {
    super('The selector asks for more element tests than one page may cost.');
  }
}

/** Counts the element tests of selectors; each of a number of tasks gets an equal share of what the ones before it left. */
export class StepBudget {
  private left = 0;

  constructor(private total: number) {}

  /** Runs one of `tasksLeft` tasks, itself counted; undefined where it was too costly. */
  run<T>(tasksLeft: number, task: () => T): T | undefined {
    const share = Math.floor(this.total / Math.max(1, tasksLeft));
    this.left = share;
    try {
      return task();
    } catch (error) {
      if (error instanceof SelectorTooCostly) return undefined;
      throw error;
    } finally {
      this.total -= share - Math.max(0, this.left);
    }
  }

  spend(steps = 1): void {
    this.left -= steps;
    if (this.left < 0) throw new SelectorTooCostly();
  }
}
