import type { Page } from 'puppeteer-core';
import { DEVICE_PROFILES } from '../../identity/device-profiles.js';
import { ASSETS_READY_SCRIPT, createScrollScript, PAGE_SIZE_SCRIPT } from './page-scripts.js';
import { atMost } from './settle-page.js';

/** Window of a page on a desktop, in CSS pixels at scale one. */
export const VIEWPORT = DEVICE_PROFILES.desktop.viewport;
/** A longer or wider page is cut off here, one that is both at so many pixels in all; pixels of the picture. */
export const MAX_SCREENSHOT_HEIGHT_PX = 16_000;
export const MAX_SCREENSHOT_WIDTH_PX = 4_096;
export const MAX_SCREENSHOT_PIXELS = 40_000_000;
const JPEG_QUALITY = 80;
const SCROLL_STEP_PAUSE_MS = 80;
const SCROLL_WAIT_MS = 5_000;
const ASSETS_WAIT_MS = 5_000;

interface PageSize {
  readonly width: number;
  readonly height: number;
}

const clamp = (value: unknown, fallback: number, max: number): number =>
  typeof value === 'number' && value >= 1 ? Math.min(value, max) : fallback;

/** The whole page from its top as a jpeg, after lazy images had their chance. */
export const takeScreenshot = async (page: Page, signal: AbortSignal): Promise<Uint8Array> => {
  const scroll = createScrollScript(MAX_SCREENSHOT_HEIGHT_PX, SCROLL_STEP_PAUSE_MS);
  await atMost(page.evaluate(scroll), SCROLL_WAIT_MS, signal);
  await atMost(page.evaluate(ASSETS_READY_SCRIPT), ASSETS_WAIT_MS, signal);
  const size = (await page.evaluate(PAGE_SIZE_SCRIPT)) as Partial<PageSize> | undefined;
  const { deviceScaleFactor: scale = 1, ...window } = page.viewport() ?? VIEWPORT;
  const width = clamp(size?.width, window.width, Math.floor(MAX_SCREENSHOT_WIDTH_PX / scale));
  const maxPixels = Math.floor(MAX_SCREENSHOT_PIXELS / (width * scale * scale));
  const maxHeight = Math.min(Math.floor(MAX_SCREENSHOT_HEIGHT_PX / scale), maxPixels);
  const clip = { x: 0, y: 0, width, height: clamp(size?.height, window.height, maxHeight) };
  return page.screenshot({ type: 'jpeg', quality: JPEG_QUALITY, clip, captureBeyondViewport: true });
};
