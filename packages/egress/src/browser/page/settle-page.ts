import pTimeout from 'p-timeout';
import type { Page } from 'puppeteer-core';

/** After the document is parsed: longest wait for its load event, and then for a quiet network. */
export const LOAD_WAIT_MS = 20_000;
export const QUIET_WAIT_MS = 5_000;
/** So long without a request counts as quiet. */
export const QUIET_MS = 500;

/** In place of the constants above. */
export interface SettleLimits {
  readonly loadWaitMs?: number | undefined;
  readonly quietWaitMs?: number | undefined;
  readonly quietMs?: number | undefined;
}

/** One open request, such as a long poll, is ignored. */
const OPEN_REQUESTS = 1;

/** Resolves when the work ends or fails, after `milliseconds`, or when the signal aborts. */
export const atMost = async (work: Promise<unknown>, milliseconds: number, signal: AbortSignal): Promise<void> => {
  await pTimeout(work, { milliseconds, message: false, signal }).catch(() => undefined);
};

/** Waits until a parsed page has loaded and its network is quiet, within bounds; the page is read as it is then. */
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
