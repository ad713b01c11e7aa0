import type { Browser, BrowserContext } from 'puppeteer-core';
import { LATE, within } from '../within.js';

/** Longest wait for a page to be gone, opened or not; a browser that takes longer is hung. */
export const CLOSE_TIMEOUT_MS = 5_000;

/**
 * Closes what was opened, or is being opened still; with it ends the page's renderer, whatever runs in it. False when
 * the browser does not do so in time, or opens nothing.
 */
export const closeContext = async (
  opening: Promise<BrowserContext>,
  browser: Browser,
  timeoutMs = CLOSE_TIMEOUT_MS,
): Promise<boolean> => {
  const closed = opening.then(
    (context) =>
      context.close().then(
        () => true,
        () => true,
      ),
    () => !browser.connected,
  );
  if (!browser.connected) return true;
  const isClosed = await within(closed, timeoutMs);
  return isClosed !== LATE && isClosed;
};
