import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { answerAsk, type EngineWord, type Reply } from './answer-ask.js';

export interface EngineSite {
  /** `http://127.0.0.1:<port>`, for `ORIGIN_<ENGINE>`. */
  readonly url: string;
  /** How often each address was requested. */
  readonly hits: ReadonlyMap<string, number>;
  /** Addresses that were requested, in order. */
  readonly asked: readonly string[];
  close(): Promise<void>;
}

export interface EngineSiteOptions {
  /** Default: the primary one, its scholarly search included. */
  readonly engine?: EngineWord;
  /** Folder of captured pages that `corpus <name>` serves. */
  readonly corpusDir?: string;
}

const HTML = 'text/html; charset=utf-8';

const send = (response: ServerResponse, { status, body, type = HTML }: Reply): void => {
  response.writeHead(status, { 'content-type': type, 'content-length': Buffer.byteLength(body) });
  response.end(body);
};

/** Counts requests. */
class Hits {
  readonly counts = new Map<string, number>();
  readonly asked: string[] = [];

  add(address: string): number {
    const count = (this.counts.get(address) ?? 0) + 1;
    this.counts.set(address, count);
    this.asked.push(address);
    return count;
  }
}

/**
 * Serves made pages in the grammar of an engine, on loopback: results for any query, and by the query's first word a CAPTCHA, no
 * results, a page that needs scripts, an unknown page, a failure, a delay, or a captured page.
 */
export const startEngineSite = async ({
  engine = 'enginea',
  corpusDir,
}: EngineSiteOptions = {}): Promise<EngineSite> => {
  const hits = new Hits();
  const timers = new Set<NodeJS.Timeout>();
  const reply = async (request: IncomingMessage): Promise<Reply> => {
    const { method = 'GET', headers } = request;
    const url = new URL(request.url ?? '/', 'http://engine.test');
    const form = new URLSearchParams(method === 'POST' ? await text(request) : '');
    const timesAsked = hits.add(url.pathname + url.search + (method === 'POST' ? ` ${form.toString()}` : ''));
    const query = url.searchParams.get('q') ?? form.get('q') ?? '';
    return answerAsk(engine, { url, method, form, headers, query }, { corpusDir, timesAsked });
  };
  const server = createServer((request, response) => {
    void reply(request).then((made) => {
      if (!made.delayMs) return send(response, made);
      const timer = setTimeout(() => {
        timers.delete(timer);
        send(response, made);
      }, made.delayMs);
      timers.add(timer);
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    hits: hits.counts,
    asked: hits.asked,
    close: () =>
      new Promise((resolve) => {
        for (const timer of timers) clearTimeout(timer);
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
