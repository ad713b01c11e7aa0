import { afterAll, describe, expect, it } from '@jest/globals';
import { DEVICES, type ScreenshotOptions } from '@quarry/contracts';
import { createBrowserTierScene, messageOf, type BrowseOptions } from '../../../../test/scene/browser-tier-scene.js';
import { failureOf, pageOf } from '../../../../test/scene/http-tier-scene.js';
import type { Route } from '../../../../test/scene/loopback-scene.js';
import { VIEWPORT } from './take-screenshot.js';

const scene = createBrowserTierScene();
afterAll(() => scene.close());

const capture = async (routes: Readonly<Record<string, Route>>, options: Partial<BrowseOptions>) => {
  const { port, seen } = await scene.serveRoutes(routes);
  return { result: await scene.browse({ url: `http://127.0.0.1:${port}/`, ...options }), seen };
};

const shotOf = async (body: string, screenshot: ScreenshotOptions, options: Partial<BrowseOptions> = {}) => {
  const { result } = await capture({ '/': `<!doctype html>${body}` }, { screenshot, ...options });
  return Buffer.from(pageOf(result).screenshot ?? []);
};

/** Has a browser look at a picture: its size, and the colour of one point. */
const lookAt = async (picture: Buffer, x = 2, y = 2): Promise<unknown> => {
  const { port } = await scene.serveRoutes({ '/': '<p>look', '/p': { body: picture, type: 'image/png' } });
  const look = `const image = new Image();
    image.src = '/p';
    await image.decode();
    const pen = document.createElement('canvas').getContext('2d');
    pen.drawImage(image, ${x}, ${y}, 1, 1, 0, 0, 1, 1);
    [image.naturalWidth, image.naturalHeight, [...pen.getImageData(0, 0, 1, 1).data].slice(0, 3).join(' ')]`;
  const result = await scene.browse({ url: `http://127.0.0.1:${port}/`, jsScenario: [{ evaluate: look }] });
  return pageOf(result).scenario?.results[0];
};

const block = (colour: string, style: string): string => `<div style="background:${colour};${style}"></div>`;
const LONG = `<body style="margin:0">${block('#f00', 'height:3000px')}<div id=e style="margin:10px 0 0 30px;width:120px;height:80px;background:#00f"></div>${block('#0f0', 'height:500px')}`;

describe('a screenshot', () => {
  it.each<readonly [NonNullable<ScreenshotOptions['format']>, RegExp]>([
    ['jpeg', /^\u00ff\u00d8\u00ff/],
    ['png', /^\u0089PNG/],
    ['webp', /^RIFF[^]{4}WEBP/],
  ])('is a %s if asked to be', async (format, start) => {
    const picture = await shotOf('<h1>Hello</h1>', { format });
    expect(picture.toString('latin1', 0, 16)).toMatch(start);
  });

  it('has the quality asked for', async () => {
    const page = '<h1>Some text</h1>'.repeat(20);
    const [low, high] = await Promise.all([shotOf(page, { quality: 5 }), shotOf(page, { quality: 95 })]);
    expect(low?.byteLength).toBeLessThan(high?.byteLength ?? 0);
  });

  it('is of the whole page, or of what the window shows after the steps', async () => {
    const whole = await shotOf(LONG, { format: 'png' });
    expect(await lookAt(whole)).toEqual([VIEWPORT.width, 3_590, '255 0 0']);
    const jsScenario = [{ scrollY: 5_000 }];
    const shown = await shotOf(LONG, { format: 'png', fullPage: false }, { jsScenario });
    expect(await lookAt(shown, 2, VIEWPORT.height - 2)).toEqual([VIEWPORT.width, VIEWPORT.height, '0 255 0']);
  });

  it('is of one element, wherever it is on the page', async () => {
    expect(await lookAt(await shotOf(LONG, { format: 'png', selector: '#e' }))).toEqual([120, 80, '0 0 255']);
  });

  it.each([
    ['#none', 'screenshot: no element matched the selector'],
    ['#hidden', 'screenshot: the element has no size on the page'],
    ['p:nonsense', 'screenshot: the selector is not a valid CSS selector'],
  ])('of %s fails and says why', async (selector, message) => {
    const { result } = await capture({ '/': '<p>here</p><p id=hidden hidden>x</p>' }, { screenshot: { selector } });
    expect(failureOf(result)).toBe('scenario_failed/step_failed');
    expect(messageOf(result)).toBe(message);
  });

  it('tells an error of the target rather than the missing element', async () => {
    const { result } = await capture(
      { '/': { body: '<h1>Bad gateway</h1>', status: 502 } },
      { screenshot: { selector: '#x' } },
    );
    expect(pageOf(result).statusCode).toBe(502);
    expect(pageOf(result).screenshot).toBeUndefined();
  });

  it('is taken in a window of the size asked for', async () => {
    const page = `<body style="margin:0;height:100vh;background:#00f"><p id=o style="margin:0"></p><script>o.textContent = innerWidth + 'x' + innerHeight</script>`;
    const screenshot = { format: 'png', viewport: { width: 500, height: 400 } } as const;
    const { result } = await capture({ '/': `<!doctype html>${page}` }, { screenshot });
    expect(Buffer.from(pageOf(result).body).toString()).toContain('500x400');
    expect(await lookAt(Buffer.from(pageOf(result).screenshot ?? []))).toEqual([500, 400, '0 0 255']);
  });
});

describe('a device', () => {
  const SELF = `[navigator.userAgent.includes('iPhone'), navigator.platform, navigator.maxTouchPoints, innerWidth, devicePixelRatio]`;
  const onPhone = {
    screenshot: { device: 'iPhone 15 Pro', fullPage: false },
    jsScenario: [{ evaluate: SELF }],
  } as const;
  const PAGE = '<!doctype html><meta name=viewport content="width=device-width"><p>here';

  it('is what the page is rendered as, for scripts and for the target', async () => {
    const { result, seen } = await capture({ '/': PAGE }, onPhone);
    expect(pageOf(result).scenario?.results).toEqual([[true, 'iPhone', 5, 393, 3]]);
    expect(seen[0]?.headers['user-agent']).toContain('iPhone');
    expect(seen[0]?.headers['sec-ch-ua']).toBeUndefined();
  });

  it('keeps the user agent of the caller', async () => {
    const { seen } = await capture({ '/': PAGE }, { ...onPhone, headers: { 'User-Agent': 'mine' } });
    expect(seen[0]?.headers['user-agent']).toBe('mine');
  });

  it('has the names of the contract', async () => {
    const { KnownDevices } = await import('puppeteer-core');
    expect([...DEVICES].sort()).toEqual(Object.keys(KnownDevices).sort());
  });
});

describe('a page as PDF', () => {
  const startOf = (bytes: Uint8Array | undefined): string => Buffer.from(bytes ?? []).toString('latin1', 0, 5);

  it('is printed, also beside a screenshot', async () => {
    const { result } = await capture({ '/': '<h1>Printed</h1>' }, { pdf: true, screenshot: true });
    const { pdf, screenshot, body } = pageOf(result);
    expect([startOf(pdf), screenshot?.[0]]).toEqual(['%PDF-', 0xff]);
    expect(Buffer.from(body).toString()).toContain('<h1>Printed</h1>');
  });

  it('loads pictures and styles for it', async () => {
    const { seen } = await capture(
      { '/': '<link rel=stylesheet href=/a.css><p>x', '/a.css': { body: '', type: 'text/css' } },
      { pdf: true, blockResources: true },
    );
    expect(seen.map(({ url }) => url)).toContain('/a.css');
  });

  it.each<readonly [string, Route]>([
    ['a page that the target does not have', { body: '<h1>Not here</h1>', status: 404 }],
    ['what is no page', { body: '{"a":1}', type: 'application/json' }],
  ])('is not made of %s', async (_what, route) => {
    const { result } = await capture({ '/': route }, { pdf: true });
    expect(pageOf(result).pdf).toBeUndefined();
  });

  it('is bounded in bytes and in time', async () => {
    const large = await capture({ '/': '<p>x' }, { pdf: true, limits: { maxPdfBytes: 100 } });
    expect(failureOf(large.result)).toBe('too_large/pdf_too_large');
    const slow = await capture({ '/': '<p>x' }, { pdf: true, limits: { printWaitMs: 0 } });
    expect(failureOf(slow.result)).toBe('page_timeout/pdf_not_printed');
    expect(messageOf(slow.result)).toMatch(/could not be printed/);
  });
});
