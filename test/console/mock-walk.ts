import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@jest/globals';
import type { Page } from 'puppeteer-core';
import { recordProof, REPOSITORY_ROOT } from '@quarry/testkit';
import { readWebFiles } from '../../services/console/src/static/web-files.js';
import { openMockConsole } from '../../services/console/test/open-mock-console.js';
import { openWalk, type Walker } from './walker.js';

export interface MockWalk {
  readonly page: Page;
  readonly walker: Walker;
  /** For files of the test. */
  readonly folder: string;
  /** Opens a page in a state of the data, and waits until it shows it; a slow one shows what it has in the meantime. */
  openIn(state: string, path: string): Promise<void>;
  /** What has moved without anybody's doing since the page was opened, one line each. */
  jumps(): Promise<string[]>;
  close(): Promise<void>;
}

/** A proof waits longer than a person does: other work on the machine is no fault of a page. */
const PATIENCE_MS = 60_000;

/** Runs in each page before its own scripts: keeps what moves without anybody's doing. */
const WATCH_JUMPS = `
globalThis.jumps = [];
new PerformanceObserver((list) => {
  for (const { value, hadRecentInput, sources } of list.getEntries()) {
    if (hadRecentInput) continue;
    const moved = sources.map(({ node }) => (node?.outerHTML ?? node?.textContent ?? '').slice(0, 80)).join(' and ');
    globalThis.jumps.push('jumps by ' + value.toFixed(4) + ': ' + moved);
  }
}).observe({ type: 'layout-shift', buffered: true });`;

/** The built app with invented data, before a person in Chromium. Throws where there is no Chromium. */
export const openMockWalk = async (): Promise<MockWalk> => {
  const folder = await mkdtemp(join(tmpdir(), 'quarry-mock-'));
  const mock = await openMockConsole(readWebFiles(join(REPOSITORY_ROOT, 'dist/console-web')));
  const walk = await openWalk(mock.url, folder);
  if (walk === undefined) throw new Error('there is no Chromium');
  const { walker } = walk;
  const { page } = walker;
  page.setDefaultTimeout(PATIENCE_MS);
  await page.evaluateOnNewDocument(WATCH_JUMPS);
  return {
    ...{ page, walker, folder },
    openIn: async (state, path) => {
      await page.setCookie({ name: 'mock', value: state, url: mock.url });
      await page.goto(mock.url + path, { waitUntil: state === 'slow' ? 'domcontentloaded' : 'networkidle0' });
      await page.waitForSelector('h1');
      // What failed is asked for again a few times before a page says so.
      if (state !== 'slow') await page.waitForFunction(`document.querySelector('main [class*=_skeleton_]') === null`);
    },
    jumps: async () => (await page.evaluate('globalThis.jumps')) as string[],
    close: async () => {
      await walk.close();
      await mock.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

/** Records what was seen of pages, and fails for what is wrong with any. */
export const proveViews = (what: string, cases: number, faults: readonly string[], beganMs: number): void => {
  recordProof({
    name: `console: ${what}`,
    ...{ cases, failures: faults.length, seconds: (performance.now() - beganMs) / 1_000 },
    note: 'light and dark: axe, and nothing wider than the window',
  });
  expect(faults).toEqual([]);
};
