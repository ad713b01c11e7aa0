interface Waiter {
  readonly host: string;
  readonly enter: () => void;
}

export interface HostGate {
  /** Resolves with the release function when there is room, with undefined when the signal aborts first. */
  enter(host: string, signal: AbortSignal): Promise<(() => void) | undefined>;
  /** Fetches inside right now. */
  activeCount(): number;
}

export interface HostGateOptions {
  readonly maxInFlight: number;
  readonly maxPerHost: number;
}

/** Bounds fetches in all and per host; a busy host never holds up another one. */
export const createHostGate = ({ maxInFlight, maxPerHost }: HostGateOptions): HostGate => {
  const perHost = new Map<string, number>();
  const waiters = new Set<Waiter>();
  let active = 0;

  const hasRoom = (host: string) => active < maxInFlight && (perHost.get(host) ?? 0) < maxPerHost;

  const take = (host: string) => {
    active += 1;
    perHost.set(host, (perHost.get(host) ?? 0) + 1);
  };

  const admitWaiting = () => {
    for (const waiter of waiters) {
      if (active >= maxInFlight) return;
      if (!hasRoom(waiter.host)) continue;
      waiters.delete(waiter);
      waiter.enter();
    }
  };

  const createRelease = (host: string) => {
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      active -= 1;
      const left = (perHost.get(host) ?? 1) - 1;
      if (left > 0) perHost.set(host, left);
      else perHost.delete(host);
      admitWaiting();
    };
  };

  const enter = (host: string, signal: AbortSignal): Promise<(() => void) | undefined> => {
    if (signal.aborted) return Promise.resolve(undefined);
    if (hasRoom(host)) {
      take(host);
      return Promise.resolve(createRelease(host));
    }
    return new Promise((resolve) => {
      const onAbort = () => {
        waiters.delete(waiter);
        resolve(undefined);
      };
      const waiter: Waiter = {
        host,
        enter: () => {
          signal.removeEventListener('abort', onAbort);
          take(host);
          resolve(createRelease(host));
        },
      };
      waiters.add(waiter);
      signal.addEventListener('abort', onAbort, { once: true });
    });
  };

  return { enter, activeCount: () => active };
};
