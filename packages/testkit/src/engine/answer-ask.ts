import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { engineaPagesOf } from './enginea-pages.js';
import { ENGINEB_PAGES } from './engineb-pages.js';
import { ENGINEC_PAGES } from './enginec-pages.js';
import type { EngineAsk, EnginePages } from './engine-pages.js';
import { strangePage } from './results-page.js';

export type EngineWord = 'enginea' | 'engineb' | 'enginec';

/** Longest delay. */
const MAX_DELAY_MS = 30_000;

export interface Reply {
  readonly status: number;
  readonly body: string | Uint8Array;
  /** Default: UTF-8 html. */
  readonly type?: string;
  readonly delayMs?: number;
}

const page = (body: string, status = 200): Reply => ({ status, body });

/** The pages of an address, by the engine's grammar. */
const PAGES: Readonly<Record<EngineWord, (ask: EngineAsk) => EnginePages | undefined>> = {
  enginea: engineaPagesOf,
  engineb: ({ url }) => (url.pathname === '/search' ? ENGINEB_PAGES : undefined),
  enginec: ({ url }) => (/^\/(?:html|lite)\/?$/.test(url.pathname) ? ENGINEC_PAGES : undefined),
};

type Demand = (ask: EngineAsk, pages: EnginePages, timesAsked: number) => Reply;

/** What the first word of a query makes the site do. */
const DEMANDS: Readonly<Record<string, Demand>> = {
  '!captcha': (ask, pages) => page(pages.question(ask), 429),
  '!captcha200': (ask, pages) => page(pages.question(ask)),
  '!captcha-once': (ask, pages, times) => page(times === 1 ? pages.question(ask) : pages.results(ask)),
  '!none': (ask, pages) => page(pages.none(ask)),
  '!none-once': (ask, pages, times) => page(times === 1 ? pages.none(ask) : pages.results(ask)),
  '!shell': (ask, pages) => page((pages.shell ?? pages.question)(ask)),
  '!strange': ({ query }) => page(strangePage(query)),
  '!down': () => page('', 503),
  '!slow': (ask, pages) => ({
    ...page(pages.results(ask)),
    delayMs: Math.min(Number(/\d+/.exec(ask.query)?.[0] ?? 0), MAX_DELAY_MS),
  }),
};

const captured = (corpusDir: string | undefined, name: string): Reply => {
  const file =
    corpusDir === undefined || !/^[\w./-]+$/.test(name) || name.includes('..') ? '' : path.join(corpusDir, name);
  // The page declares its own charset.
  return file !== '' && existsSync(file) ? { status: 200, body: readFileSync(file), type: 'text/html' } : page('', 404);
};

/** The page of an engine for an address or a form. `timesAsked` is how often it was requested, this time included. */
export const answerAsk = (
  engine: EngineWord,
  ask: EngineAsk,
  { corpusDir, timesAsked }: { readonly corpusDir?: string | undefined; readonly timesAsked: number },
): Reply => {
  const pages = PAGES[engine](ask);
  if (!pages || ask.query === '') return page('', 404);
  const [demand = '', rest = ''] = ask.query.split(' ', 2);
  if (demand === 'corpus') return captured(corpusDir, rest);
  return DEMANDS[demand]?.(ask, pages, timesAsked) ?? page(pages.results(ask));
};
