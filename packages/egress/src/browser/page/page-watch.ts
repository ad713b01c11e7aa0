import type { CDPSession, Page } from 'puppeteer-core';
import type { DocumentTrack } from './document-track.js';

/** How often an open page is checked. */
export const PAGE_LOOK_EVERY_MS = 5_000;
/** A page whose scripts block its thread for so long is ended. */
export const BLOCKED_PAGE_MS = 30_000;
/** A page whose target has sent nothing for so long is ended if another page waits for its place. */
export const SILENT_TARGET_MS = 60_000;

export type Stall = 'page_blocked' | 'target_silent';

export interface PageWatchOptions {
  readonly page: Page;
  readonly track: Pick<DocumentTrack, 'isAwaited' | 'isReceived'>;
  /** Whether another page waits for the place of this page. */
  readonly isWanted: () => boolean;
  /** Ends the watch. */
  readonly over: AbortSignal;
  /** Default: `PAGE_LOOK_EVERY_MS`. */
  readonly lookEveryMs?: number | undefined;
  /** Default: `BLOCKED_PAGE_MS`. */
  readonly blockedMs?: number | undefined;
  /** Default: `SILENT_TARGET_MS`. */
  readonly silentMs?: number | undefined;
}

class Watch {
  readonly stalled: Promise<Stall>;
  private readonly stall: (how: Stall) => void;
  private readonly lookEveryMs: number;
  private session: CDPSession | undefined;
  private isAsked = false;
  private looks = 0;
  private answeredAtLook = 0;
  private heardAtLook = 0;

  constructor(private readonly options: PageWatchOptions) {
    const { promise, resolve } = Promise.withResolvers<Stall>();
    this.stalled = promise;
    this.stall = resolve;
    this.lookEveryMs = options.lookEveryMs ?? PAGE_LOOK_EVERY_MS;
    if (options.over.aborted) return;
    const timer = setInterval(() => this.look(), this.lookEveryMs);
    options.over.addEventListener('abort', () => clearInterval(timer), { once: true });
  }

  /** Time is counted in checks: if this process itself was blocked, that is not the page's fault. */
  private look(): void {
    const { track, isWanted, blockedMs = BLOCKED_PAGE_MS, silentMs = SILENT_TARGET_MS } = this.options;
    this.looks += 1;
    if (!this.isAsked) void this.ask();
    // Between two documents there is no thread to ask: the next document responds.
    if (track.isAwaited()) this.answeredAtLook = this.looks;
    else if (track.isReceived()) this.heardAtLook = this.looks;
    if (this.isOver(this.answeredAtLook, blockedMs)) this.stall('page_blocked');
    else if (this.isOver(this.heardAtLook, silentMs) && isWanted()) this.stall('target_silent');
  }

  private isOver(sinceLook: number, limitMs: number): boolean {
    return (this.looks - sinceLook) * this.lookEveryMs > limitMs;
  }

  /** Only the page's own thread can respond; an error counts as a response. */
  private async ask(): Promise<void> {
    this.isAsked = true;
    try {
      this.session ??= await this.listen();
      await this.session.send('Runtime.evaluate', { expression: '0' });
    } catch {
      // The page is gone or navigates, which is noticed elsewhere.
    }
    this.isAsked = false;
    this.answeredAtLook = this.looks;
  }

  private async listen(): Promise<CDPSession> {
    const session = await this.options.page.createCDPSession();
    const hear = () => (this.heardAtLook = this.looks);
    session.on('Network.dataReceived', hear);
    session.on('Network.responseReceived', hear);
    session.on('Network.requestWillBeSent', hear);
    // Its response may take as long as the page's.
    session.send('Network.enable').catch(() => undefined);
    return session;
  }
}

/**
 * Watches that a page makes progress, beginning with the first check: most pages end before it. Settles when the page is
 * stalled.
 */
export const watchPage = (options: PageWatchOptions): Promise<Stall> => new Watch(options).stalled;
