import type { Page } from 'puppeteer-core';
import { atMost } from './settle-page.js';
import { VIEWPORT } from './take-screenshot.js';

/** Width of a preview in pixels. */
export const PREVIEW_WIDTH_PX = 640;
/** Of the page's width, so much is shown of its height. */
const HEIGHT_SHARE = 0.75;
/** A page that cannot be drawn in this time has no preview. */
export const PREVIEW_WAIT_MS = 3_000;
const WEBP_QUALITY = 70;

/** The top of the page as a small webp; undefined where the page cannot be drawn. Never rejects. */
export const takePreview = async (page: Page, signal: AbortSignal): Promise<Uint8Array | undefined> => {
  const { width, deviceScaleFactor = 1 } = page.viewport() ?? VIEWPORT;
  const scale = PREVIEW_WIDTH_PX / (width * deviceScaleFactor);
  const clip = { x: 0, y: 0, width, height: Math.round(width * HEIGHT_SHARE), scale };
  let picture: Uint8Array | undefined;
  // Only this way does puppeteer heed the scale.
  const shot = page.screenshot({ type: 'webp', quality: WEBP_QUALITY, clip, captureBeyondViewport: true });
  const keep = shot.then((bytes) => {
    picture = bytes;
  });
  await atMost(keep, PREVIEW_WAIT_MS, signal);
  return picture;
};
