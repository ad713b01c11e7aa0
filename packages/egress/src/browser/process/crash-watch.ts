import type { Browser } from 'puppeteer-core';

/** A renderer that dies within this time after one was ended for exceeding a bound is taken to be that one. */
export const ENDED_CRASH_WINDOW_MS = 2_000;

/** Which bound a renderer was ended for. */
export type Excess = 'memory' | 'cpu';

export type Crash = 'crashed' | Excess;

/** Learns of dead renderers from the browser itself: a page that is still opening cannot report its own. */
export interface CrashWatch {
  /** Settles when a page of the context crashes before `over`; called before the page exists. */
  whenCrashed(contextId: string, over: AbortSignal): Promise<Crash>;
  /** A renderer is about to be ended for exceeding a bound. */
  expectCrash(excess: Excess): void;
}

class Watch implements CrashWatch {
  private readonly contexts = new Map<string, (how: Crash) => void>();
  /** Context of each page and frame. */
  private readonly targets = new Map<string, { readonly contextId: string; readonly isPage: boolean }>();
  private ended: { readonly excess: Excess; readonly untilMs: number } | undefined;

  whenCrashed(contextId: string, over: AbortSignal): Promise<Crash> {
    const { promise, resolve } = Promise.withResolvers<Crash>();
    this.contexts.set(contextId, resolve);
    over.addEventListener('abort', () => this.contexts.delete(contextId), { once: true });
    return promise;
  }

  expectCrash(excess: Excess): void {
    this.ended = { excess, untilMs: performance.now() + ENDED_CRASH_WINDOW_MS };
  }

  created(targetId: string, contextId: string, isPage: boolean): void {
    this.targets.set(targetId, { contextId, isPage });
  }

  destroyed(targetId: string): void {
    this.targets.delete(targetId);
  }

  crashed(targetId: string): void {
    const target = this.targets.get(targetId);
    if (target === undefined) return;
    const excess = this.ended && performance.now() < this.ended.untilMs ? this.ended.excess : undefined;
    // A frame may crash without its page; if it was ended for exceeding a bound, that is the page's fault.
    if (target.isPage || excess !== undefined) this.contexts.get(target.contextId)?.(excess ?? 'crashed');
  }
}

/** Watches all pages of a browser until it ends. */
export const watchCrashes = async (browser: Browser): Promise<CrashWatch> => {
  const watch = new Watch();
  const session = await browser.target().createCDPSession();
  session.on('Target.targetCreated', ({ targetInfo: { type, targetId, browserContextId } }) => {
    const isPage = type === 'page';
    if ((isPage || type === 'iframe') && browserContextId !== undefined) {
      watch.created(targetId, browserContextId, isPage);
    }
  });
  session.on('Target.targetDestroyed', ({ targetId }) => watch.destroyed(targetId));
  session.on('Target.targetCrashed', ({ targetId }) => watch.crashed(targetId));
  await session.send('Target.setDiscoverTargets', { discover: true });
  return watch;
};
