import type { CDPSession, Page } from 'puppeteer-core';
import { LATE, within } from '../../wait.js';

/** Most bytes that each origin may store in a page's context: files, caches, databases. The context ends with the page. */
export const MAX_ORIGIN_STORAGE_BYTES = 50_000_000;
/** Origins of a page that get a quota; what further ones store is found by the memory of the browser process. */
export const MAX_STORAGE_ORIGINS = 20;
/** Longest wait for a page's processor time; a page that does not respond counts as the busiest. */
const WEIGH_MS = 500;
/** A second of processor time weighs as much as so many stored bytes. */
const BYTES_PER_SECOND = 10_000_000;

const originOf = (url: string): string | undefined => {
  const parsed = URL.parse(url);
  return parsed && /^https?:$/.test(parsed.protocol) ? parsed.origin : undefined;
};

const usageOf = async (session: CDPSession, origin: string): Promise<number> => {
  const { usage } = await session.send('Storage.getUsageAndQuota', { origin });
  return usage;
};

const processSecondsOf = async (session: CDPSession): Promise<number> => {
  await session.send('Performance.enable');
  const { metrics } = await session.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'ProcessTime')?.value ?? 0;
};

export interface PageStorage {
  /** Fulfilled when the quota of the first document is set, or the page is gone. */
  readonly ready: Promise<unknown>;
  /** What it stores and how much processor time it uses, in bytes. */
  weigh(): Promise<number>;
}

/** Bounds what a page stores in the browser, whatever origins its frames have. */
export const boundStorage = (page: Page, url: string): PageStorage => {
  const origins = new Set<string>();
  const opening = page.createCDPSession();
  // A page that is gone stores nothing.
  opening.catch(() => undefined);
  const bound = async (one: string): Promise<void> => {
    const origin = originOf(one);
    if (origin === undefined || origins.has(origin) || origins.size >= MAX_STORAGE_ORIGINS) return;
    origins.add(origin);
    const session = await opening;
    await session.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: MAX_ORIGIN_STORAGE_BYTES });
  };
  page.on('framenavigated', (frame) => void bound(frame.url()).catch(() => undefined));
  return {
    ready: bound(url).catch(() => undefined),
    weigh: async () => {
      const session = await opening;
      const stored = await Promise.all([...origins].map((origin) => usageOf(session, origin)));
      const seconds = await within(processSecondsOf(session), WEIGH_MS);
      return seconds === LATE ? Infinity : stored.reduce((sum, bytes) => sum + bytes, 0) + seconds * BYTES_PER_SECOND;
    },
  };
};
