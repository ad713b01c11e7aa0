import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createBrowserTierScene, type BrowseOptions } from '../../../../test/scene/browser-tier-scene.js';
import { pageOf, textOf } from '../../../../test/scene/http-tier-scene.js';
import {
  MAX_SCREENSHOT_HEIGHT_PX,
  MAX_SCREENSHOT_PIXELS,
  MAX_SCREENSHOT_WIDTH_PX,
  VIEWPORT,
} from './take-screenshot.js';

const scene = createBrowserTierScene();
afterAll(() => scene.close());

type Point = readonly [x: number, y: number];
interface Seen {
  readonly width: number;
  readonly height: number;
  readonly colours: readonly string[];
}

/** Has a browser say what is on the pictures: their sizes, and the nearest plain colour at some points. */
const lookAt = async (shots: readonly { jpeg: Uint8Array; points: readonly Point[] }[]): Promise<readonly Seen[]> => {
  const { port } = await scene.serveRoutes({
    ...Object.fromEntries(shots.map(({ jpeg }, at) => [`/${at}.jpg`, { body: Buffer.from(jpeg), type: 'image/jpeg' }])),
    '/': `<pre id=o></pre><script>
      const canvas = document.createElement('canvas');
      canvas.width = canvas.height = 1;
      const pen = canvas.getContext('2d', { willReadFrequently: true });
      const names = { '000': 'black', '001': 'blue', '010': 'lime', '100': 'red', '110': 'yellow', '111': 'white' };
      const look = async (points, at) => {
        const image = new Image();
        image.src = '/' + at + '.jpg';
        await image.decode();
        const colours = points.map(([x, y]) => {
          pen.drawImage(image, x, y, 1, 1, 0, 0, 1, 1);
          return names[[...pen.getImageData(0, 0, 1, 1).data].slice(0, 3).map((part) => (part > 127 ? 1 : 0)).join('')] ?? '?';
        });
        return { width: image.naturalWidth, height: image.naturalHeight, colours };
      };
      Promise.all(${JSON.stringify(shots.map(({ points }) => points))}.map(look)).then((seen) => { o.textContent = JSON.stringify(seen); });
      </script>`,
  });
  const read = await scene.browse({ url: `http://127.0.0.1:${port}/`, waitFor: '#o:not(:empty)' });
  return JSON.parse(/<pre id="o">([^<]*)/.exec(textOf(read))?.[1] ?? 'null') as Seen[];
};

interface Shot {
  readonly what: string;
  readonly body: string;
  readonly points: readonly Point[];
  readonly options?: Partial<BrowseOptions>;
  readonly seen: unknown;
}

const LATE = {
  type: 'image/svg+xml',
  body: '<svg xmlns="http://www.w3.org/2000/svg" width="50" height="50"><rect width="50" height="50" fill="red"/></svg>',
};

const block = (colour: string, height: string, more = ''): string =>
  `<div style="background:${colour};height:${height};${more}"></div>`;

const { width, height } = VIEWPORT;
const STRANGE: readonly (readonly [string, string, string])[] = [
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
  ['without an element', `<script>addEventListener('load', () => document.documentElement.remove())</script>`, 'white'],
  ['that scrolls inside', `<body style="margin:0;height:100vh;overflow:auto">${block('red', '3000px')}`, 'red'],
];

const SHOTS: readonly Shot[] = [
  {
    what: 'shows a short page in the whole window',
    body: `<body style="margin:0">${block('red', '100px')}`,
    points: [
      [5, 5],
      [5, 500],
    ],
    seen: { width, height, colours: ['red', 'white'] },
  },
  {
    what: 'shows a long page to its end, parts as high as the window included',
    body: `<body style="margin:0">${block('red', '100vh')}${block('blue', '2000px')}${block('lime', '100px')}`,
    points: [
      [5, height - 5],
      [5, height + 5],
      [5, height + 2_090],
    ],
    seen: { width, height: height + 2_100, colours: ['red', 'blue', 'lime'] },
  },
  {
    what: 'ends at its greatest height',
    body: `<body style="margin:0">${block('red', `${MAX_SCREENSHOT_HEIGHT_PX - 50}px`)}${block('blue', '90000px')}`,
    points: [
      [5, MAX_SCREENSHOT_HEIGHT_PX - 60],
      [5, MAX_SCREENSHOT_HEIGHT_PX - 10],
    ],
    seen: { width, height: MAX_SCREENSHOT_HEIGHT_PX, colours: ['red', 'blue'] },
  },
  {
    what: 'shows a wide page to its end',
    body: `<body style="margin:0">${block('red', '50px', 'width:2000px')}`,
    points: [[1_990, 5]],
    seen: { width: 2_000, height, colours: ['red'] },
  },
  {
    what: 'ends at its greatest width',
    body: `<body style="margin:0">${block('red', '50px', 'width:90000px')}`,
    points: [[5, 5]],
    seen: { width: MAX_SCREENSHOT_WIDTH_PX, height, colours: ['red'] },
  },
  {
    what: 'holds a page both long and wide within its pixels',
    body: `<body style="margin:0">${block('red', '90000px', 'width:90000px')}`,
    points: [[5, 5]],
    seen: {
      width: MAX_SCREENSHOT_WIDTH_PX,
      height: Math.floor(MAX_SCREENSHOT_PIXELS / MAX_SCREENSHOT_WIDTH_PX),
      colours: ['red'],
    },
  },
  {
    what: 'shows what stays in place once, and what comes when it is scrolled to',
    body: `<html style="scroll-behavior:smooth"><body style="margin:0">${block('yellow', '60px', 'position:fixed;left:0;right:0;top:0')}${block('blue', '3000px')}
      <img loading=lazy src=/late.svg style="display:block">
      <div id=d style="height:50px;background:black"></div><script>
      new IntersectionObserver(([one]) => { if (one.isIntersecting) d.style.background = 'lime'; }).observe(d);</script>`,
    points: [
      [5, 5],
      [5, 65],
      [5, 905],
      [5, 3_025],
      [5, 3_075],
    ],
    seen: { width, height: 3_100, colours: ['yellow', 'blue', 'blue', 'red', 'lime'] },
  },
  {
    what: 'is of the page as it stands after the steps, from its top',
    body: `<body style="margin:0"><button id=b style="display:block;height:50px;width:99px" onclick="c.style.background = 'lime'; c.style.height = '1500px'">b</button><div id=c style="height:50px;background:red">`,
    points: [[5, 1_500]],
    options: { jsScenario: [{ click: '#b' }, { scrollY: 400 }] },
    seen: { width, height: 1_550, colours: ['lime'] },
  },
  ...STRANGE.map(([what, body, colour]) => ({
    what: `is taken of a page ${what}`,
    body,
    points: [[5, 50] as const],
    seen: { width, height: expect.any(Number), colours: [colour] },
  })),
];

describe('a screenshot', () => {
  let seen: readonly Seen[] = [];
  beforeAll(async () => {
    const { port } = await scene.serveRoutes({
      ...Object.fromEntries(SHOTS.map(({ body }, at) => [`/${at}`, `<!DOCTYPE html>${body}`])),
      '/late.svg': LATE,
    });
    const shots: { jpeg: Uint8Array; points: readonly Point[] }[] = [];
    for (const [at, { points, options }] of SHOTS.entries()) {
      const shown = await scene.browse({ url: `http://127.0.0.1:${port}/${at}`, screenshot: true, ...options });
      shots.push({ jpeg: pageOf(shown).screenshot ?? new Uint8Array(), points });
    }
    // One page looks at all of them.
    seen = await lookAt(shots);
  }, 120_000);

  it.each(SHOTS.map((shot, at) => ({ ...shot, at })))('$what', ({ at, seen: expected }) => {
    expect(seen[at]).toEqual(expected);
    expect(seen[at]?.height).toBeGreaterThanOrEqual(height);
  });
});
