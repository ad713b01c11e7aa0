import type { ScreenshotFormat, ScreenshotOptions } from '@quarry/contracts';
import type { Page, ScreenshotClip } from 'puppeteer-core';
import { DEVICE_PROFILES } from '../../../identity/device-profiles.js';
import { MESSAGE_TOO_LARGE } from '../../bound-pipe.js';
import { callApart } from '../../steps/call-page.js';
import { BOX_SCRIPT } from '../../steps/step-scripts.js';
import { loadAssets, loadWhole } from '../load-whole.js';
import { PAGE_SIZE_SCRIPT } from '../page-scripts.js';
import { atMost } from '../settle-page.js';

/** Window of a page on a desktop, in CSS pixels at scale one. */
export const VIEWPORT = DEVICE_PROFILES.desktop.viewport;
/** A longer or wider page is cut off here, and one that is both at so many pixels in total; pixels of the picture. */
export const MAX_SCREENSHOT_HEIGHT_PX = 16_000;
export const MAX_SCREENSHOT_WIDTH_PX = 4_096;
export const MAX_SCREENSHOT_PIXELS = 40_000_000;
/** A larger picture is an error. */
export const MAX_SCREENSHOT_BYTES = 40_000_000;
const DEFAULT_QUALITY = 80;
/** Longest wait for the place of an element. */
const PLACE_WAIT_MS = 5_000;

/** `none`: no element matches the selector. */
type Screenshot =
  | { readonly how: 'taken'; readonly bytes: Uint8Array }
  | { readonly how: 'too_large' }
  | { readonly how: 'none'; readonly why: string };

type Clip = Pick<ScreenshotClip, 'x' | 'y' | 'width' | 'height'>;

const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);

const clamp = (value: unknown, fallback: number, max: number): number =>
  isNumber(value) && value >= 1 ? Math.min(value, max) : fallback;

/** The part of the page that a picture may have at most, from this point on. */
const bounded = (page: Page, { x, y, width, height }: Readonly<Record<keyof Clip, unknown>>): Clip => {
  const { deviceScaleFactor: scale = 1, ...window } = page.viewport() ?? VIEWPORT;
  const wide = clamp(width, window.width, Math.floor(MAX_SCREENSHOT_WIDTH_PX / scale));
  const maxPixels = Math.floor(MAX_SCREENSHOT_PIXELS / (wide * scale * scale));
  const maxHeight = Math.min(Math.floor(MAX_SCREENSHOT_HEIGHT_PX / scale), maxPixels);
  const from = (at: unknown): number => (isNumber(at) ? Math.max(0, at) : 0);
  return { x: from(x), y: from(y), width: wide, height: clamp(height, window.height, maxHeight) };
};

const wholePage = async (page: Page): Promise<Clip> => {
  const size = (await page.evaluate(PAGE_SIZE_SCRIPT)) as Partial<Clip> | undefined;
  return bounded(page, { x: 0, y: 0, width: size?.width, height: size?.height });
};

const isBox = (value: unknown): value is Readonly<Record<keyof Clip, unknown>> =>
  typeof value === 'object' && value !== null && 'x' in value && 'y' in value && 'width' in value && 'height' in value;

const WHY: Readonly<Record<string, string>> = {
  none: 'no element matched the selector',
  invalid: 'the selector is not a valid CSS selector',
  empty: 'the element has no size on the page',
};

/** The place of an element, or why it has none. */
const placeOf = async (page: Page, css: string): Promise<Clip | string> => {
  const call = await callApart(page, BOX_SCRIPT, [css], PLACE_WAIT_MS);
  if (call.how !== 'returned') return 'the page did not say where the element is';
  if (isBox(call.value)) return bounded(page, call.value);
  return WHY[String(call.value)] ?? 'the page did not say where the element is';
};

interface Picture {
  readonly type: ScreenshotFormat;
  readonly quality?: number;
}

const pictureOf = ({ format = 'jpeg', quality = DEFAULT_QUALITY }: ScreenshotOptions): Picture =>
  format === 'png' ? { type: format } : { type: format, quality };

const draw = async (page: Page, picture: Picture, clip: Clip | undefined): Promise<Screenshot> => {
  try {
    const bytes = await page.screenshot(clip ? { ...picture, clip, captureBeyondViewport: true } : picture);
    return bytes.byteLength > MAX_SCREENSHOT_BYTES ? { how: 'too_large' } : { how: 'taken', bytes };
  } catch (error) {
    if (String(error).includes(MESSAGE_TOO_LARGE)) return { how: 'too_large' };
    throw error;
  }
};

/**
 * A picture of the whole page from its top, after lazy images had time to load; of what the window shows; or of one element.
 */
export const takeScreenshot = async (
  page: Page,
  options: ScreenshotOptions,
  signal: AbortSignal,
): Promise<Screenshot> => {
  const { selector, fullPage = true } = options;
  const picture = pictureOf(options);
  if (selector === undefined && !fullPage) {
    await loadAssets(page, signal);
    return draw(page, picture, undefined);
  }
  await loadWhole(page, signal, MAX_SCREENSHOT_HEIGHT_PX);
  if (selector === undefined) return draw(page, picture, await wholePage(page));
  const place = await placeOf(page, selector);
  return typeof place === 'string' ? { how: 'none', why: place } : draw(page, picture, place);
};

/** Width of a preview in pixels. */
export const PREVIEW_WIDTH_PX = 640;
/** Height of a preview as a share of its width. */
const HEIGHT_SHARE = 0.75;
/** A page that cannot be drawn in this time gets no preview. */
export const PREVIEW_WAIT_MS = 3_000;
const WEBP_QUALITY = 70;

/** The top of the page as a small webp; undefined if the page cannot be drawn. Never rejects. */
export const takePreview = async (page: Page, signal: AbortSignal): Promise<Uint8Array | undefined> => {
  const { width, deviceScaleFactor = 1 } = page.viewport() ?? VIEWPORT;
  const scale = PREVIEW_WIDTH_PX / (width * deviceScaleFactor);
  const clip = { x: 0, y: 0, width, height: Math.round(width * HEIGHT_SHARE), scale };
  let picture: Uint8Array | undefined;
  // Only with `captureBeyondViewport` does puppeteer apply the scale.
  const shot = page.screenshot({ type: 'webp', quality: WEBP_QUALITY, clip, captureBeyondViewport: true });
  const keep = shot.then((bytes) => {
    picture = bytes;
  });
  await atMost(keep, PREVIEW_WAIT_MS, signal);
  return picture;
};
