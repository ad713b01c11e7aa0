import type { Page } from 'puppeteer-core';
import { pause } from '../../fetch/pause.js';

/** After the document is parsed: how long its load event is waited for, and then for a quiet network. */
export const LOAD_WAIT_MS = 20_000;
export const QUIET_WAIT_MS = 5_000;
/** So long without a request counts as quiet. */
export const QUIET_MS = 500;

/** Where a page needs others than the constants above. */
export interface SettleLimits {
  readonly loadWaitMs?: number | undefined;
  readonly quietWaitMs?: number | undefined;
  readonly quietMs?: number | undefined;
}

/** One open request, such as a long poll, does not count. */
const OPEN_REQUESTS = 1;

/** Ends as soon as the work does, and after `limitMs` anyway. Failures of the work count as its end. */
export const atMost = async (work: Promise<unknown>, limitMs: number, signal: AbortSignal): Promise<void> => {
  const over = new AbortController();
  const either = AbortSignal.any([signal, over.signal]);
  await Promise.race([work.catch(() => undefined), pause(limitMs, either)]);
  over.abort();
};

/** Waits until a parsed page has loaded and gone quiet, within bounds: whatever is there then is the page. */
export const settlePage = async (
  page: Page,
  signal: AbortSignal,
  { loadWaitMs = LOAD_WAIT_MS, quietWaitMs = QUIET_WAIT_MS, quietMs = QUIET_MS }: SettleLimits = {},
): Promise<void> => {
  const loaded = page.waitForFunction(`document.readyState === 'complete'`, { timeout: loadWaitMs });
  await atMost(loaded, loadWaitMs, signal);
  const quiet = page.waitForNetworkIdle({ idleTime: quietMs, timeout: quietWaitMs, concurrency: OPEN_REQUESTS });
  await atMost(quiet, quietWaitMs, signal);
};
