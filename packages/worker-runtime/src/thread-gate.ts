export interface ThreadGate {
  /** Resolves when a place is free. Rejects with the signal's reason, and at once when too many wait. */
  enter(signal: AbortSignal): Promise<void>;
  /** Gives the place to the one that has waited longest. */
  leave(): void;
}

export interface ThreadGateOptions {
  readonly places: number;
  readonly maxWaiting: number;
}

/** First come, first served; who gives up while waiting is never admitted. */
export const createThreadGate = ({ places, maxWaiting }: ThreadGateOptions): ThreadGate => {
  const waiting = new Set<() => void>();
  let free = places;

  const wait = (signal: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      const onAbort = (): void => {
        waiting.delete(admit);
        // The signal's reason is what every caller of the gate expects, whatever it is.
        reject(signal.reason as Error);
      };
      const admit = (): void => {
        signal.removeEventListener('abort', onAbort);
        resolve();
      };
      waiting.add(admit);
      signal.addEventListener('abort', onAbort, { once: true });
    });

  return {
    enter: async (signal) => {
      signal.throwIfAborted();
      if (free > 0) {
        free -= 1;
        return;
      }
      if (waiting.size >= maxWaiting) throw new Error(`more than ${maxWaiting} wait already`);
      await wait(signal);
    },
    leave: () => {
      const [next] = waiting;
      if (!next) {
        free += 1;
        return;
      }
      waiting.delete(next);
      next();
    },
  };
};
