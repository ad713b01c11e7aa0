import { createRequire } from 'node:module';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'puppeteer-core';
import { proofSize } from '@quarry/testkit';
import { MOTION, SCREENS_FOLDER } from './walker.js';

const WIDTHS = { phone: { width: 390, height: 844 }, desktop: { width: 1_280, height: 900 } } as const;
/** Each width and each theme of every page; the long form has them in all combinations. */
const VIEWS = [
  { device: 'phone', theme: 'light' },
  { device: 'desktop', theme: 'dark' },
  { device: 'phone', theme: 'dark' },
  { device: 'desktop', theme: 'light' },
] as const;
export const DEVICES = ['phone', 'desktop'] as const;
type Device = (typeof DEVICES)[number];
export const VIEWS_TAKEN = proofSize(2, VIEWS.length);
const IS_EACH_LOADED = proofSize(0, 1) === 1;
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
  // Evaluated by the debugger, which the page's own policy does not bind. It is still there in a page that was not loaded anew.
  if (!(await page.evaluate(`'axe' in window`))) await page.evaluate(await axeSource());
  const violations = (await page.evaluate(AXE_RUN)) as AxeFault[];
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, impact, at }) => `${impact}: ${id} at ${at}`);
};

/** Whether the page is wider than the window, which nobody wants to scroll. */
const overflowOf = (page: Page): Promise<number> =>
  page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth') as Promise<number>;

/** Runs in the page: waits until it is drawn anew and its transitions are over; those without an end are no transitions. */
const SETTLED = `new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))).then(() =>
  Promise.allSettled(document.getAnimations().filter((one) => one.effect.getComputedTiming().endTime < 5000).map((one) => one.finished)))
  .then(() => undefined)`;

type View = (typeof VIEWS)[number];

const showAs = async (page: Page, { device, theme }: View): Promise<void> => {
  await page.setViewport(WIDTHS[device]);
  await page.emulateMediaFeatures([...MOTION, { name: 'prefers-color-scheme', value: theme }]);
};

/** Takes a picture of what the page shows now into `SCREENS_FOLDER`; returns what is wrong in it. */
const capture = async (page: Page, name: string, { device, theme }: View): Promise<Faults> => {
  const where = `${name}-${device}-${theme}`;
  await page.screenshot({ path: join(SCREENS_FOLDER, `${where}.png`), fullPage: true });
  const overflow = await overflowOf(page);
  return [
    ...(overflow > 0 ? [`${where}: ${overflow} px wider than the window`] : []),
    ...(await axeFaults(page)).map((line) => `${where}: ${line}`),
  ];
};

/** Takes pictures of what the page shows now, such as an open dialog; the short form in two of the four views. */
export const captureViews = async (page: Page, name: string): Promise<Faults> => {
  const faults: Faults = [];
  for (const view of VIEWS.slice(0, VIEWS_TAKEN)) {
    await showAs(page, view);
    await page.evaluate(SETTLED);
    faults.push(...(await capture(page, name, view)));
  }
  return faults;
};

/** Gives the page the window of a device, before it is opened. */
export const showOn = (page: Page, device: Device): Promise<void> => page.setViewport(WIDTHS[device]);

/** Takes pictures of what the page shows now on one device, light and dark. */
export const captureThemes = async (page: Page, name: string, device: Device): Promise<Faults> => {
  const faults: Faults = [];
  for (const view of VIEWS.filter((one) => one.device === device)) {
    await showAs(page, view);
    await page.evaluate(SETTLED);
    faults.push(...(await capture(page, name, view)));
  }
  return faults;
};

/**
 * Takes pictures of a page for phone and desktop, light and dark, into `SCREENS_FOLDER`; returns what is wrong in any of them. The
 * short form loads a page once, and then its window and the system's theme change; the long form loads it for each view.
 */
export const captureScreens = async (page: Page, url: string, name: string): Promise<Faults> => {
  const faults: Faults = [];
  for (const [index, view] of VIEWS.slice(0, VIEWS_TAKEN).entries()) {
    await showAs(page, view);
    if (index === 0 || IS_EACH_LOADED) await page.goto(url, { waitUntil: 'networkidle2', timeout: PAGE_TIMEOUT_MS });
    else await page.evaluate(SETTLED);
    faults.push(...(await capture(page, name, view)));
  }
  return faults;
};
