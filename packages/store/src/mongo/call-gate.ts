import { StoreError } from '../store-error.js';

export interface CallGateOptions {
  /** Calls that run at once; further ones wait in the order they came. */
  readonly width: number;
  /** Calls that run or wait. Further ones are rejected as `overloaded`. */
  readonly maxPendingCalls: number;
  /** Longest wait, milliseconds. Then the call is rejected as `busy`, with nothing done. */
  readonly waitTimeoutMs: number;
}

/**
 * Lets as many calls begin as can be completed. A burst waits before its first command and not between two, where it
 * would leave work to the sweeps and let the lists of its period grow.
 */
export const createCallGate = ({ width, maxPendingCalls, waitTimeoutMs }: CallGateOptions) => {
  const waiting = new Set<() => void>();
  let atWork = 0;
  let closed: Promise<void> | undefined;
  let notifyDrained: (() => void) | undefined;

  const takePlace = async (): Promise<void> => {
    if (atWork < width) {
      atWork += 1;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const enter = (): void => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        waiting.delete(enter);
        reject(new StoreError('busy', `No call of the store could begin for ${waitTimeoutMs} ms.`));
        notifyWhenDrained();
      }, waitTimeoutMs);
      waiting.add(enter);
    });
  };

  const notifyWhenDrained = (): void => {
    if (atWork + waiting.size === 0) notifyDrained?.();
  };

  /** The place goes to the call that has waited longest. */
  const leavePlace = (): void => {
    const [next] = waiting;
    if (next) {
      waiting.delete(next);
      next();
      return;
    }
    atWork -= 1;
    notifyWhenDrained();
  };

  const call = async <Value>(work: () => Promise<Value>): Promise<Value> => {
    if (closed) throw new StoreError('closed', 'The store is closed.');
    const pending = atWork + waiting.size;
    if (pending >= maxPendingCalls) throw new StoreError('overloaded', `${pending} calls of the store are under way.`);
    await takePlace();
    try {
      return await work();
    } finally {
      leavePlace();
    }
  };

  /** Takes no more calls; resolves when the pending ones are done. */
  const close = (): Promise<void> => {
    closed ??= new Promise((resolve) => {
      notifyDrained = resolve;
      notifyWhenDrained();
    });
    return closed;
  };

  return { call, close };
};
