import { afterAll, beforeAll, describe, it } from '@jest/globals';
import { OVERLAYS } from './app-pages.js';
import { openMockWalk, proveViews, type MockWalk } from './mock-walk.js';
import { captureViews, VIEWS_TAKEN } from './screens.js';

const TIMEOUT_MS = 300_000;
const DESKTOP = { width: 1_280, height: 900 };

let mock: MockWalk;
beforeAll(async () => {
  mock = await openMockWalk();
}, TIMEOUT_MS);
afterAll(() => mock.close(), 60_000);

/** Runs in the page: the last button or menu item that is called so. */
const FIND = (name: string): string => `[...document.querySelectorAll('button, [role=menuitem]')].findLast((one) =>
  (one.getAttribute('aria-label') ?? one.innerText).includes(${JSON.stringify(name)}) && one.checkVisibility())`;
const FOCUS_IS_OVER = `document.activeElement.closest('dialog, [role=menu]') !== null`;
/** More than any dialog has stops. */
const TABS = 40;

describe('what lies over a page', () => {
  it.each(OVERLAYS)(
    '$name opens and closes by keyboard, keeps the focus and gives it back',
    async ({ name, path, by, shows }) => {
      const { page, walker } = mock;
      const beganMs = performance.now();
      await page.setViewport(DESKTOP);
      await mock.openIn('full', path);
      for (const one of by) {
        await page.waitForFunction(`${FIND(one)} !== undefined`);
        await page.evaluate(`${FIND(one)}.focus()`);
        await page.keyboard.press('Enter');
      }
      await walker.sees(shows);
      await page.waitForFunction(FOCUS_IS_OVER);
      const faults = await captureViews(page, `over-${name}`);
      await page.setViewport(DESKTOP);
      for (let tabs = 0; tabs < TABS; tabs += 1) {
        await page.keyboard.press('Tab');
        // The browser's own controls are part of the round.
        const isKept = await page.evaluate(`${FOCUS_IS_OVER} || document.activeElement === document.body`);
        if (isKept !== true) faults.push(`${name}: Tab leads out of it`);
      }
      await page.keyboard.press('Escape');
      await page.waitForFunction(`!(${FOCUS_IS_OVER})`);
      const back = await page.evaluate(`(document.activeElement.ariaLabel ?? '') + document.activeElement.innerText`);
      if (!String(back).includes(by[0] ?? '')) {
        faults.push(`${name}: the focus is back at ${String(back).slice(0, 80)}`);
      }
      proveViews(`the ${name} over its page`, VIEWS_TAKEN, faults, beganMs);
    },
    TIMEOUT_MS,
  );
});
