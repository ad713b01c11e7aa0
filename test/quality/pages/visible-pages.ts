import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import puppeteer from 'puppeteer-core';
import { findChromium } from '../../../packages/egress/src/browser/process/find-chromium.js';
import { VISIBLE_SCRIPT } from './visible-script.js';

export interface VisiblePage {
  /** What the body shows with the page's own style sheets. */
  readonly styled: string;
  /** What it shows without style sheets. */
  readonly text: string;
  readonly headings: number;
  readonly items: number;
  readonly code: number;
  readonly rows: number;
  readonly links: readonly string[];
}

export interface ShownPages {
  /** Address of the page: relative links refer to it. */
  readonly urlOf: (name: string) => string;
  readonly read: (name: string) => Promise<VisiblePage>;
  readonly close: () => Promise<void>;
}

/** No script of the page runs and nothing is loaded; `noscript` stays hidden, as for a reader. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:";
const REFRESH = /http-equiv\s*=\s*["']?refresh/gi;
const PAGE_TIMEOUT_MS = 20_000;

/** Chromium over pages of ours on loopback; undefined where there is no Chromium. */
export const openPages = async (textOf: (name: string) => string): Promise<ShownPages | undefined> => {
  const executablePath = await findChromium();
  if (executablePath === undefined) return undefined;
  const server = createServer((request, response) => {
    const name = decodeURIComponent((request.url ?? '').slice(1));
    if (!/\.html?$/.test(name)) return void response.writeHead(404).end();
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': POLICY });
    return void response.end(textOf(name).replace(REFRESH, 'data-off'));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const urlOf = (name: string): string =>
    `http://127.0.0.1:${(server.address() as AddressInfo).port}/${encodeURIComponent(name)}`;
  const browser = await puppeteer.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1'],
  });
  const page = await browser.newPage();
  return {
    urlOf,
    read: async (name) => {
      await page.goto(urlOf(name), { waitUntil: 'domcontentloaded', timeout: PAGE_TIMEOUT_MS });
      return (await page.evaluate(VISIBLE_SCRIPT)) as VisiblePage;
    },
    close: async () => {
      await browser.close();
      server.close();
    },
  };
};
