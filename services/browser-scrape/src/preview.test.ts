import { describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { MAX_INPUT_PIXELS, PREVIEW_HEIGHT_PX, PREVIEW_WIDTH_PX, previewOf } from './preview.js';

const WIDTH_PX = 1_280;

/** A page whose first screen is red and whose rest is blue. */
const screenshot = async (heightPx: number): Promise<Uint8Array> => {
  const top = Math.min(heightPx, 960);
  const red = await sharp({ create: { width: WIDTH_PX, height: top, channels: 3, background: '#ff0000' } })
    .png()
    .toBuffer();
  return sharp({ create: { width: WIDTH_PX, height: heightPx, channels: 3, background: '#0000ff' } })
    .composite([{ input: red, top: 0, left: 0 }])
    .jpeg()
    .toBuffer();
};

describe('a preview', () => {
  it.each([300, 960, 8_000])('of a page %d px high is a small webp', async (heightPx) => {
    const preview = await previewOf(await screenshot(heightPx));
    expect(await sharp(preview).metadata()).toMatchObject({
      format: 'webp',
      width: PREVIEW_WIDTH_PX,
      height: PREVIEW_HEIGHT_PX,
    });
    expect(preview.byteLength).toBeLessThan(50_000);
  });

  it('is 640 px wide', () => {
    expect(PREVIEW_WIDTH_PX).toBe(640);
  });

  it('shows the top of the page', async () => {
    const { channels } = await sharp(await previewOf(await screenshot(8_000))).stats();
    const [red, , blue] = channels;
    expect(red?.mean).toBeGreaterThan(240);
    expect(blue?.mean).toBeLessThan(15);
  });

  it('is not made of more pixels than the limit', async () => {
    const side = Math.ceil(Math.sqrt(MAX_INPUT_PIXELS)) + 1;
    const image = `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}"/>`;
    await expect(previewOf(Buffer.from(image))).rejects.toThrow(/pixel limit/);
  });

  it('rejects what is no image', async () => {
    await expect(previewOf(Buffer.from('no image'))).rejects.toThrow();
  });
});
