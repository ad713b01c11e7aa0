/** The work that this process waits for. */
export interface InFlight {
  /** Aborts when the drain time is over. */
  readonly stopping: AbortSignal;
  /** True if nothing new should begin. */
  isDraining(): boolean;
  track<T>(work: Promise<T>): Promise<T>;
  /** Waits for all within the drain time, then aborts `stopping` and waits for the rest. Never rejects. */
  drain(): Promise<void>;
}

export const createInFlight = (drainMs: number): InFlight => {
  const running = new Set<Promise<unknown>>();
  const controller = new AbortController();
  let isDraining = false;
  const allEnded = async (): Promise<void> => {
    while (running.size > 0) await Promise.allSettled(running);
  };
  return {
    stopping: controller.signal,
    isDraining: () => isDraining,
    track: async (work) => {
      running.add(work);
      try {
        return await work;
      } finally {
        running.delete(work);
      }
    },
    drain: async () => {
      isDraining = true;
      const timer = setTimeout(() => controller.abort(), drainMs);
      await allEnded();
      clearTimeout(timer);
      controller.abort();
    },
  };
};
