import type { Browser } from 'puppeteer-core';

/** A renderer that dies so soon after one was ended for its memory is that one. */
export const MEMORY_CRASH_WINDOW_MS = 2_000;

/** `memory`: its renderer was ended because it outgrew its bound. */
export type Crash = 'crashed' | 'memory';

/** Hears of dead renderers from the browser itself: a page that is being opened cannot tell of its own. */
export interface CrashWatch {
  /** Settles when a page of the context crashes before `over`; asked for before there is one. */
  whenCrashed(contextId: string, over: AbortSignal): Promise<Crash>;
  /** A renderer is about to be ended for its memory. */
  expectMemoryCrash(): void;
}

class Watch implements CrashWatch {
  private readonly contexts = new Map<string, (how: Crash) => void>();
  /** Context of each page. */
  private readonly pages = new Map<string, string>();
  private memoryCrashUntilMs = 0;

  whenCrashed(contextId: string, over: AbortSignal): Promise<Crash> {
    const { promise, resolve } = Promise.withResolvers<Crash>();
    this.contexts.set(contextId, resolve);
    over.addEventListener('abort', () => this.contexts.delete(contextId), { once: true });
    return promise;
  }

  expectMemoryCrash(): void {
    this.memoryCrashUntilMs = performance.now() + MEMORY_CRASH_WINDOW_MS;
  }

  created(targetId: string, contextId: string): void {
    this.pages.set(targetId, contextId);
  }

  destroyed(targetId: string): void {
    this.pages.delete(targetId);
  }

  crashed(targetId: string): void {
    const contextId = this.pages.get(targetId);
    if (contextId === undefined) return;
    this.contexts.get(contextId)?.(performance.now() < this.memoryCrashUntilMs ? 'memory' : 'crashed');
  }
}

/** Begins to watch all pages of a browser; the browser's end ends it. */
export const watchCrashes = async (browser: Browser): Promise<CrashWatch> => {
  const watch = new Watch();
  const session = await browser.target().createCDPSession();
  session.on('Target.targetCreated', ({ targetInfo: { type, targetId, browserContextId } }) => {
    // Frames and workers die alone; their page lives on.
    if (type === 'page' && browserContextId !== undefined) watch.created(targetId, browserContextId);
  });
  session.on('Target.targetDestroyed', ({ targetId }) => watch.destroyed(targetId));
  session.on('Target.targetCrashed', ({ targetId }) => watch.crashed(targetId));
  await session.send('Target.setDiscoverTargets', { discover: true });
  return watch;
};
