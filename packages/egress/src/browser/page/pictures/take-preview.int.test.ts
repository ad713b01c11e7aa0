import { afterEach, describe, expect, it } from '@jest/globals';
import type { Device } from '../../../port.js';
import { createBrowserTierScene } from '../../../../test/scene/browser-tier-scene.js';
import { pageOf } from '../../../../test/scene/http-tier-scene.js';
import { PREVIEW_WIDTH_PX } from './take-screenshot.js';

const scene = createBrowserTierScene();
afterEach(() => scene.close());

/** The width that a webp, whatever its kind, says that it has. */
const widthOf = (webp: Uint8Array): number => {
  const bytes = Buffer.from(webp);
  expect(bytes.toString('latin1', 8, 12)).toBe('WEBP');
  if (bytes.toString('latin1', 12, 16) === 'VP8 ') return bytes.readUInt16LE(26) & 0x3fff;
  if (bytes.toString('latin1', 12, 16) === 'VP8L') return (bytes.readUInt16LE(21) & 0x3fff) + 1;
  return bytes.readUIntLE(24, 3) + 1;
};

describe('a preview', () => {
  it.each<Device>(['desktop', 'mobile'])('is small, of the page as it stands, on a %s', async (device) => {
    const { port, paths } = await scene.serveRoutes({
      '/': '<body style="background:#cde"><h1>Here</h1><div style="height:30000px"></div><img loading=lazy src=/late.png><img src=/a.png>',
    });
    const result = await scene.browse({
      url: `http://127.0.0.1:${port}/`,
      device,
      preview: true,
      blockResources: true,
    });
    const { preview, screenshot } = pageOf(result);
    expect(widthOf(preview ?? new Uint8Array(64))).toBe(PREVIEW_WIDTH_PX);
    expect(preview?.byteLength).toBeLessThan(50_000);
    expect([screenshot, paths()]).toEqual([undefined, ['/']]);
  });

  it('is not taken where nobody asks', async () => {
    const { port } = await scene.serveRoutes({ '/': '<p>here' });
    const result = await scene.browse({ url: `http://127.0.0.1:${port}/` });
    expect(pageOf(result).preview).toBeUndefined();
  });
});
