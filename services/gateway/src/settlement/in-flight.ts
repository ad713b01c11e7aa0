/** The requests that this process waits for. */
export interface InFlight {
  /** Aborts when the drain time is over. */
  readonly stopping: AbortSignal;
  /** Nothing new should begin. */
  isDraining(): boolean;
  track<T>(work: Promise<T>): Promise<T>;
  /** Waits for all, at most the drain time, then tells the rest to stop and waits for them. Never rejects. */
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
