/** Milliseconds of the clock, and of this process's CPU. */
export interface Cost {
  readonly wallMs: number;
  readonly cpuMs: number;
}

export const timed = async (work: () => Promise<unknown>): Promise<Cost> => {
  const [startedAt, cpu] = [performance.now(), process.cpuUsage()];
  await work();
  const { user, system } = process.cpuUsage(cpu);
  return { wallMs: performance.now() - startedAt, cpuMs: (user + system) / 1_000 };
};

export const medianCost = (costs: readonly Cost[], by: keyof Cost = 'wallMs'): Cost =>
  costs.toSorted((left, right) => left[by] - right[by])[costs.length >> 1] ?? { wallMs: 0, cpuMs: 0 };
