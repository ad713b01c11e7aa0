import sharp from 'sharp';

/** Width of a preview in pixels. */
export const PREVIEW_WIDTH_PX = 640;
/** Height of a preview in pixels: a little more than what is visible without scrolling. */
export const PREVIEW_HEIGHT_PX = 480;
/** Largest screenshot that is turned into a preview, in pixels. */
export const MAX_INPUT_PIXELS = 100_000_000;

/** The top of a screenshot as a small webp. */
export const previewOf = async (screenshot: Uint8Array): Promise<Uint8Array> =>
  sharp(screenshot, { limitInputPixels: MAX_INPUT_PIXELS })
    .resize({ width: PREVIEW_WIDTH_PX, height: PREVIEW_HEIGHT_PX, fit: 'cover', position: 'top' })
    .webp({ quality: 70 })
    .toBuffer();
