import type { CDPSession, Page } from 'puppeteer-core';
import type { DocumentTrack } from './document-track.js';

/** How often a page that takes its time is looked at. */
export const PAGE_LOOK_EVERY_MS = 5_000;
/** A page whose scripts hold its thread for so long makes no progress. */
export const BLOCKED_PAGE_MS = 30_000;
/** A page that others wait for, and whose target has sent nothing for so long, makes room. */
export const SILENT_TARGET_MS = 60_000;

export type Stall = 'page_blocked' | 'target_silent';

export interface PageWatchOptions {
  readonly page: Page;
  readonly track: Pick<DocumentTrack, 'isAwaited' | 'isReceived'>;
  /** Somebody waits for the place of this page. */
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

  /** Time is counted in looks: when this process itself stood still, the page may have done nothing wrong. */
  private look(): void {
    const { track, isWanted, blockedMs = BLOCKED_PAGE_MS, silentMs = SILENT_TARGET_MS } = this.options;
    this.looks += 1;
    if (!this.isAsked) void this.ask();
    // Between two documents no thread is asked: the answer comes from the next one.
    if (track.isAwaited()) this.answeredAtLook = this.looks;
    else if (track.isReceived()) this.heardAtLook = this.looks;
    if (this.isOver(this.answeredAtLook, blockedMs)) this.stall('page_blocked');
    else if (this.isOver(this.heardAtLook, silentMs) && isWanted()) this.stall('target_silent');
  }

  private isOver(sinceLook: number, limitMs: number): boolean {
    return (this.looks - sinceLook) * this.lookEveryMs > limitMs;
  }

  /** Only a page's own thread can answer; that it refuses counts as an answer. */
  private async ask(): Promise<void> {
    this.isAsked = true;
    try {
      this.session ??= await this.listen();
      await this.session.send('Runtime.evaluate', { expression: '0' });
    } catch {
      // Gone or on its way elsewhere: others notice.
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
    // Its answer may take as long as the page's.
    session.send('Network.enable').catch(() => undefined);
    return session;
  }
}

/**
 * Watches that a page moves on, from its first look on: most pages are done before it. Settles when the page makes no
 * progress any more.
 */
export const watchPage = (options: PageWatchOptions): Promise<Stall> => new Watch(options).stalled;
