import type { Page } from 'puppeteer-core';
import { ASSETS_READY_SCRIPT, createScrollScript } from './page-scripts.js';
import { atMost } from './settle-page.js';

const SCROLL_STEP_PAUSE_MS = 80;
const SCROLL_WAIT_MS = 5_000;
const ASSETS_WAIT_MS = 5_000;

/** Gives fonts and images that are on their way time to load. */
export const loadAssets = (page: Page, signal: AbortSignal): Promise<void> =>
  atMost(page.evaluate(ASSETS_READY_SCRIPT), ASSETS_WAIT_MS, signal);

/** Scrolls once through the page, so that lazy images load, and waits for them. Leaves it at its top. */
export const loadWhole = async (page: Page, signal: AbortSignal, maxHeightPx: number): Promise<void> => {
  await atMost(page.evaluate(createScrollScript(maxHeightPx, SCROLL_STEP_PAUSE_MS)), SCROLL_WAIT_MS, signal);
  await loadAssets(page, signal);
};
