import { existsSync, readFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { captchaPage, noResultsPage, resultsPage, scriptShell, strangePage } from './results-page.js';

export interface EngineSite {
  /** `http://127.0.0.1:<port>`, for `ORIGIN_ENGINEA`. */
  readonly url: string;
  /** How often each address was asked for. */
  readonly hits: ReadonlyMap<string, number>;
  close(): Promise<void>;
}

export interface EngineSiteOptions {
  /** Folder of captured pages that `corpus <name>` serves. */
  readonly corpusDir?: string;
}

const HTML = 'text/html; charset=utf-8';
/** A delay that is asked for is never longer. */
const MAX_DELAY_MS = 30_000;

interface Reply {
  readonly status: number;
  readonly body: string;
  readonly delayMs?: number;
}

const page = (body: string, status = 200): Reply => ({ status, body });

const number = (value: string | null, fallback: number): number => {
  const parsed = Number(value ?? fallback);
  return Number.isInteger(parsed) && parsed >= 0 ? Math.min(parsed, 100) : fallback;
};

/** What a query's first word asks the site to do. */
const DEMANDS: Readonly<Record<string, (query: string) => Reply>> = {
  '!captcha': (query) => page(captchaPage(query), 429),
  '!captcha200': (query) => page(captchaPage(query)),
  '!none': (query) => page(noResultsPage(query)),
  '!shell': (query) => page(scriptShell(query, 10)),
  '!strange': (query) => page(strangePage(query)),
  '!down': () => page('', 503),
  '!slow': (query) => ({
    ...page(resultsPage({ query, start: 0, count: 10 })),
    delayMs: Math.min(Number(/\d+/.exec(query)?.[0] ?? 0), MAX_DELAY_MS),
  }),
};

const captured = (corpusDir: string | undefined, name: string): Reply => {
  const file =
    corpusDir === undefined || !/^[\w./-]+$/.test(name) || name.includes('..') ? '' : path.join(corpusDir, name);
  return file !== '' && existsSync(file) ? page(readFileSync(file, 'utf8')) : page('', 404);
};

const answer = (url: URL, { corpusDir }: EngineSiteOptions): Reply => {
  const query = url.searchParams.get('q') ?? '';
  if (url.pathname !== '/search' || query === '') return page('', 404);
  const [demand = '', rest = ''] = query.split(' ', 2);
  if (demand === 'corpus') return captured(corpusDir, rest);
  const make = DEMANDS[demand];
  if (make) return make(query);
  const { searchParams } = url;
  return page(
    resultsPage({ query, start: number(searchParams.get('start'), 0), count: number(searchParams.get('num'), 10) }),
  );
};

const send = (response: ServerResponse, { status, body }: Reply): void => {
  response.writeHead(status, { 'content-type': HTML, 'content-length': Buffer.byteLength(body) });
  response.end(body);
};

/**
 * Serves pages of our own in the grammar of the primary engine, on the loopback: results for any query, and by the query's
 * first word a CAPTCHA, no results, a shell of scripts, a strange page, a failure, a delay, or a captured page.
 */
export const startEngineSite = async (options: EngineSiteOptions = {}): Promise<EngineSite> => {
  const hits = new Map<string, number>();
  const timers = new Set<NodeJS.Timeout>();
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://engine.test');
    hits.set(url.pathname + url.search, (hits.get(url.pathname + url.search) ?? 0) + 1);
    const reply = answer(url, options);
    if (!reply.delayMs) return send(response, reply);
    const timer = setTimeout(() => {
      timers.delete(timer);
      send(response, reply);
    }, reply.delayMs);
    timers.add(timer);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    hits,
    close: () =>
      new Promise((resolve) => {
        for (const timer of timers) clearTimeout(timer);
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
