import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ENTRY_PAGES, LEADING_ON, PAGES } from './app-pages.js';
import { openMockWalk, proveViews, type MockWalk } from './mock-walk.js';
import { captureThemes, captureViews, DEVICES, showOn, VIEWS_TAKEN } from './screens.js';

/** States of the invented console that every page is seen in. */
const STATES = ['full', 'empty', 'long', 'errors', 'slow'] as const;
/** Light and dark. */
const THEMES = 2;
const TIMEOUT_MS = 600_000;

let mock: MockWalk;
beforeAll(async () => {
  mock = await openMockWalk();
}, TIMEOUT_MS);
afterAll(() => mock.close(), 60_000);

const nameOf = (path: string): string => (path === '/' ? 'overview' : path.slice(1).replace(/[^\w]+/g, '-'));

describe('the app', () => {
  it(
    'has a picture of each of its routes',
    async () => {
      await mock.openIn('full', '/');
      const routes = (await mock.page.evaluate('Object.keys(__TSR_ROUTER__.routesByPath)')) as string[];
      const shown = [...Object.keys(PAGES), ...Object.keys(ENTRY_PAGES), ...LEADING_ON];
      expect(routes.length).toBeGreaterThan(15);
      expect(routes.filter((route) => !shown.includes(route))).toEqual([]);
    },
    TIMEOUT_MS,
  );

  describe.each(DEVICES)('on a %s', (device) => {
    it.each(STATES)(
      'shows every page while its data is %s',
      async (state) => {
        const beganMs = performance.now();
        const faults: string[] = [];
        await showOn(mock.page, device);
        for (const path of Object.values(PAGES)) {
          await mock.openIn(state, path);
          const name = `${nameOf(path)}-${state}`;
          faults.push(...(await mock.jumps()).map((line) => `${name}-${device}: ${line}`));
          faults.push(...(await captureThemes(mock.page, name, device)));
        }
        proveViews(`every page, ${state}, on a ${device}`, Object.keys(PAGES).length * THEMES, faults, beganMs);
      },
      TIMEOUT_MS,
    );
  });

  it(
    'shows every page of who is not signed in',
    async () => {
      const beganMs = performance.now();
      const faults: string[] = [];
      for (const [name, { path, state }] of Object.entries(ENTRY_PAGES)) {
        await mock.openIn(state, path);
        faults.push(...(await captureViews(mock.page, nameOf(`/${name}`))));
      }
      proveViews('every entry page', Object.keys(ENTRY_PAGES).length * VIEWS_TAKEN, faults, beganMs);
    },
    TIMEOUT_MS,
  );
});
