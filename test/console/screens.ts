import { createRequire } from 'node:module';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'puppeteer-core';
import { proofSize } from '@quarry/testkit';
import { SCREENS_FOLDER } from './walker.js';

const WIDTHS = { phone: { width: 390, height: 844 }, desktop: { width: 1_440, height: 900 } } as const;
/** Each width and each theme of every page; the long form has them in all combinations. */
const VIEWS = [
  { device: 'phone', theme: 'light' },
  { device: 'desktop', theme: 'dark' },
  { device: 'phone', theme: 'dark' },
  { device: 'desktop', theme: 'light' },
] as const;
const VIEWS_TAKEN = proofSize(2, VIEWS.length);
const PAGE_TIMEOUT_MS = 20_000;

interface AxeFault {
  readonly id: string;
  readonly impact: string | null;
  /** Selector of the first element. */
  readonly at: string;
}

/** Runs in the page. */
const AXE_RUN = `axe.run().then(({ violations }) =>
  violations.map(({ id, impact, nodes }) => ({ id, impact, at: String(nodes[0]?.target) })))`;

/** What a picture of a page shows to be wrong, one line each. */
type Faults = string[];

const axeSource = (): Promise<string> =>
  readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Serious and critical faults that axe finds in the page. */
export const axeFaults = async (page: Page): Promise<Faults> => {
  // Evaluated by the debugger, which the page's own policy does not bind.
  await page.evaluate(await axeSource());
  const violations = (await page.evaluate(AXE_RUN)) as AxeFault[];
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, impact, at }) => `${impact}: ${id} at ${at}`);
};

/** Whether the page is wider than the window, which nobody wants to scroll. */
const overflowOf = (page: Page): Promise<number> =>
  page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth') as Promise<number>;

/**
 * Takes pictures of a page for phone and desktop, light and dark, into `SCREENS_FOLDER`; returns what is wrong in any of them.
 */
export const captureScreens = async (page: Page, url: string, name: string): Promise<Faults> => {
  const faults: Faults = [];
  for (const { device, theme } of VIEWS.slice(0, VIEWS_TAKEN)) {
    await page.setViewport(WIDTHS[device]);
    await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: theme }]);
    await page.goto(url, { waitUntil: 'networkidle2', timeout: PAGE_TIMEOUT_MS });
    const where = `${name}-${device}-${theme}`;
    await page.screenshot({ path: join(SCREENS_FOLDER, `${where}.png`), fullPage: true });
    const overflow = await overflowOf(page);
    if (overflow > 0) faults.push(`${where}: ${overflow} px wider than the window`);
    faults.push(...(await axeFaults(page)).map((line) => `${where}: ${line}`));
  }
  return faults;
};
