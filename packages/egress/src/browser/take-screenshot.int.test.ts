import { afterAll, afterEach, describe, expect, it } from '@jest/globals';
import { createBrowserTierScene, type BrowseOptions } from '../scene/browser-tier-scene.js';
import { pageOf, textOf } from '../scene/http-tier-scene.js';
import {
  MAX_SCREENSHOT_HEIGHT_PX,
  MAX_SCREENSHOT_PIXELS,
  MAX_SCREENSHOT_WIDTH_PX,
  VIEWPORT,
} from './take-screenshot.js';

const scene = createBrowserTierScene();
afterEach(() => scene.close());
afterAll(() => scene.quit());

type Point = readonly [x: number, y: number];
interface Seen {
  readonly width: number;
  readonly height: number;
  readonly colours: readonly string[];
}

/** Has a browser say what is on a picture: its size, and the nearest plain colour at some points. */
const look = async (jpeg: Uint8Array, points: readonly Point[]): Promise<Seen> => {
  const { port } = await scene.serveRoutes({
    '/shot.jpg': { body: Buffer.from(jpeg), type: 'image/jpeg' },
    '/': `<img id=i src=/shot.jpg><pre id=o></pre><script>
      i.onload = () => {
        const canvas = document.createElement('canvas');
        canvas.width = canvas.height = 1;
        const pen = canvas.getContext('2d', { willReadFrequently: true });
        const names = { '000': 'black', '001': 'blue', '010': 'lime', '100': 'red', '110': 'yellow', '111': 'white' };
        const colours = ${JSON.stringify(points)}.map(([x, y]) => {
          pen.drawImage(i, -x, -y);
          return names[[...pen.getImageData(0, 0, 1, 1).data].slice(0, 3).map((part) => (part > 127 ? 1 : 0)).join('')] ?? '?';
        });
        o.textContent = JSON.stringify({ width: i.naturalWidth, height: i.naturalHeight, colours });
      };</script>`,
  });
  const read = await scene.browse({ url: `http://127.0.0.1:${port}/`, waitFor: '#o:not(:empty)' });
  return JSON.parse(/<pre id="o">([^<]*)/.exec(textOf(read))?.[1] ?? 'null') as Seen;
};

const shoot = async (body: string, points: readonly Point[], options: Partial<BrowseOptions> = {}): Promise<Seen> => {
  const { port } = await scene.serveRoutes({
    '/': `<!DOCTYPE html>${body}`,
    '/late.svg': {
      type: 'image/svg+xml',
      body: '<svg xmlns="http://www.w3.org/2000/svg" width="50" height="50"><rect width="50" height="50" fill="red"/></svg>',
    },
  });
  const { screenshot } = pageOf(await scene.browse({ url: `http://127.0.0.1:${port}/`, screenshot: true, ...options }));
  return look(screenshot ?? new Uint8Array(), points);
};

const block = (colour: string, height: string, more = ''): string =>
  `<div style="background:${colour};height:${height};${more}"></div>`;

describe('a screenshot', () => {
  it('shows a short page in the whole window', async () => {
    const seen = await shoot(`<body style="margin:0">${block('red', '100px')}`, [
      [5, 5],
      [5, 500],
    ]);
    expect(seen).toEqual({ width: VIEWPORT.width, height: VIEWPORT.height, colours: ['red', 'white'] });
  });

  it('shows a long page to its end, parts as high as the window included', async () => {
    const body = `<body style="margin:0">${block('red', '100vh')}${block('blue', '2000px')}${block('lime', '100px')}`;
    const points: Point[] = [
      [5, VIEWPORT.height - 5],
      [5, VIEWPORT.height + 5],
      [5, VIEWPORT.height + 2_090],
    ];
    expect(await shoot(body, points)).toEqual({
      width: VIEWPORT.width,
      height: VIEWPORT.height + 2_100,
      colours: ['red', 'blue', 'lime'],
    });
  });

  it('ends at its greatest height', async () => {
    const body = `<body style="margin:0">${block('red', `${MAX_SCREENSHOT_HEIGHT_PX - 50}px`)}${block('blue', '90000px')}`;
    const seen = await shoot(body, [
      [5, MAX_SCREENSHOT_HEIGHT_PX - 60],
      [5, MAX_SCREENSHOT_HEIGHT_PX - 10],
    ]);
    expect(seen).toEqual({ width: VIEWPORT.width, height: MAX_SCREENSHOT_HEIGHT_PX, colours: ['red', 'blue'] });
  });

  it('shows a wide page to its greatest width', async () => {
    const wide = await shoot(`<body style="margin:0">${block('red', '50px', 'width:2000px')}`, [[1_990, 5]]);
    expect(wide).toEqual({ width: 2_000, height: VIEWPORT.height, colours: ['red'] });
    const widest = await shoot(`<body style="margin:0">${block('red', '50px', 'width:90000px')}`, [[5, 5]]);
    expect(widest).toMatchObject({ width: MAX_SCREENSHOT_WIDTH_PX, height: VIEWPORT.height });
  });

  it('holds a page both long and wide within its pixels', async () => {
    const { width, height } = await shoot(`<body style="margin:0">${block('red', '90000px', 'width:90000px')}`, [
      [5, 5],
    ]);
    expect(width).toBe(MAX_SCREENSHOT_WIDTH_PX);
    expect(width * height).toBeLessThanOrEqual(MAX_SCREENSHOT_PIXELS);
    expect(height).toBeGreaterThan(5_000);
  });

  it('shows what stays in place once, and what comes when it is scrolled to', async () => {
    const fixed = `position:fixed;left:0;right:0;top:0`;
    const body = `<html style="scroll-behavior:smooth"><body style="margin:0">${block('yellow', '60px', fixed)}${block('blue', '3000px')}
      <img loading=lazy src=/late.svg style="display:block">
      <div id=d style="height:50px;background:black"></div><script>
      new IntersectionObserver(([one]) => { if (one.isIntersecting) d.style.background = 'lime'; }).observe(d);</script>`;
    const seen = await shoot(body, [
      [5, 5],
      [5, 65],
      [5, 905],
      [5, 3_025],
      [5, 3_075],
    ]);
    expect(seen).toEqual({ width: VIEWPORT.width, height: 3_100, colours: ['yellow', 'blue', 'blue', 'red', 'lime'] });
  });

  it('is of the page as it stands after the steps, from its top', async () => {
    const body = `<body style="margin:0"><button id=b style="display:block;height:50px;width:99px" onclick="c.style.background = 'lime'; c.style.height = '1500px'">b</button><div id=c style="height:50px;background:red">`;
    const seen = await shoot(body, [[5, 1_500]], { jsScenario: [{ click: '#b' }, { scrollY: 400 }] });
    expect(seen).toEqual({ width: VIEWPORT.width, height: 1_550, colours: ['lime'] });
  });

  it.each([
    [
      'without height',
      `<body style="margin:0;height:0;overflow:hidden">${block('red', '90px', 'position:absolute;top:0;width:50px')}`,
      'red',
    ],
    ['that is empty', '', 'white'],
    [
      'without a body',
      `<script>document.body?.remove(); addEventListener('load', () => document.body?.remove())</script>`,
      'white',
    ],
    [
      'without an element',
      `<script>addEventListener('load', () => document.documentElement.remove())</script>`,
      'white',
    ],
    ['that scrolls inside', `<body style="margin:0;height:100vh;overflow:auto">${block('red', '3000px')}`, 'red'],
  ])('is taken of a page %s', async (_name, body, colour) => {
    const seen = await shoot(body, [[5, 50]]);
    expect(seen).toMatchObject({ width: VIEWPORT.width, colours: [colour] });
    expect(seen.height).toBeGreaterThanOrEqual(VIEWPORT.height);
  });
});
