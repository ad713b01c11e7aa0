import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { HOSTILE_ANSWERS } from './hostile-pages.js';
import { OPTION_ANSWERS } from './option-pages.js';

/** A loopback target with designed behaviour, for whole-fleet tests and the bench. */
export interface TargetSite {
  /** `http://<address>:<port>` */
  readonly url: string;
  /** `<address>:<port>`, as EGRESS_ALLOW takes it. */
  readonly host: string;
  /** Requests seen per path. */
  readonly hits: ReadonlyMap<string, number>;
  /** Resolves when `count` requests of the path have arrived; rejects after `REACHED_TIMEOUT_MS`. */
  reached(path: string, count: number): Promise<void>;
  /** Ends all requests that `/hang` keeps open. */
  hangUp(): void;
  /** Responds to all requests of `/held/<group>/<name>`, now and from now on. */
  release(group: string): void;
  close(): Promise<void>;
}

/** Longest wait of `/held`: a worker gives up a page that does not respond. */
const MAX_HELD_MS = 20_000;
/** Requests that have not arrived by then were refused. */
const REACHED_TIMEOUT_MS = 60_000;

type Answer = (response: ServerResponse, argument: string, request: IncomingMessage) => void;

const html = (title: string, body: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title></head><body>${body}</body></html>`;

const send = (response: ServerResponse, status: number, contentType: string, body: string | Buffer): void => {
  response.writeHead(status, { 'content-type': contentType, 'x-target': 'yes' });
  response.end(body);
};

const SENTENCE = 'The quarry opens at dawn and its carts carry stone to the river, where barges wait for the tide.';

/** An article of about `kib` KiB with headings, a list, a table, links and an address. */
export const articlePage = (name: string, kib: number): string => {
  const rows = Array.from({ length: 8 }, (_, row) => `<tr><td>Block ${row}</td><td>${row * 12} t</td></tr>`).join('');
  const head = `<h1>Report ${name}</h1><p>Written by <a href="/people/ada">Ada</a>, <a href="mailto:desk@example.com">desk</a>.</p>
    <ul><li>Granite</li><li>Slate</li></ul><table><tr><th>Block</th><th>Weight</th></tr>${rows}</table>`;
  const count = Math.max(1, Math.ceil((kib * 1024 - head.length) / (SENTENCE.length * 4 + 40)));
  const paragraphs = Array.from({ length: count }, (_, index) => {
    const link = index % 5 === 0 ? ` <a href="/part/${index}">part ${index}</a>` : '';
    return `<p>${[SENTENCE, SENTENCE, SENTENCE, SENTENCE].join(' ')}${link}</p>`;
  });
  return html(`Report ${name}`, `<main>${head}${paragraphs.join('\n')}</main>`);
};

const JS_PAGE = html(
  'Rendered',
  `<div id="root"></div><script>document.getElementById('root').innerHTML = '<h1>Made by script</h1><p>' + [1, 2, 3].join('-') + '</p>';</script>`,
);

const BLOCK_PAGE = html(
  'Just a moment...',
  '<div id="cf-wrapper"><h1>Checking your browser</h1><script src="/cdn-cgi/challenge-platform/h/b/orchestrate/chl_page/v1"></script></div>',
);

const ANSWERS: Readonly<Record<string, Answer>> = {
  ...HOSTILE_ANSWERS,
  ...OPTION_ANSWERS,
  page: (response, name) => send(response, 200, 'text/html; charset=utf-8', articlePage(name, 2)),
  article: (response, kib) => send(response, 200, 'text/html; charset=utf-8', articlePage(kib, Number(kib) || 2)),
  status: (response, status) => send(response, Number(status), 'text/html', html(`Status ${status}`, '<p>Here.</p>')),
  slow: (response, delayMs) => {
    setTimeout(() => send(response, 200, 'text/html', articlePage(`slow ${delayMs}`, 1)), Number(delayMs));
  },
  hang: () => undefined,
  js: (response) => send(response, 200, 'text/html; charset=utf-8', JS_PAGE),
  block: (response) => {
    response.setHeader('cf-mitigated', 'challenge');
    response.setHeader('server', 'cloudflare');
    send(response, 403, 'text/html; charset=utf-8', BLOCK_PAGE);
  },
  /** "こんにちは" in Shift_JIS, declared by the header only. */
  sjis: (response) =>
    send(
      response,
      200,
      'text/html; charset=shift_jis',
      Buffer.from('<p>\x82\xb1\x82\xf1\x82\xc9\x82\xbf\x82\xcd</p>', 'latin1'),
    ),
  /** Refuses every request for so many seconds. */
  limited: (response, seconds) => {
    response.setHeader('retry-after', seconds);
    send(response, 429, 'text/html', html('Too many', '<p>Later.</p>'));
  },
  /** No bytes, of whatever type. */
  empty: (response, subtype) => send(response, 200, `text/${subtype || 'html'}`, ''),
  /** Latin-1 that is said to be UTF-8. */
  liar: (response) =>
    send(response, 200, 'text/html; charset=utf-8', Buffer.from('<h1>Caf\xe9 cr\xe8me</h1><p>d\xe9j\xe0 vu', 'latin1')),
  loop: (response) => {
    response.writeHead(302, { location: '/loop' });
    response.end();
  },
  echo: (response, _, request) => send(response, 200, 'application/json', JSON.stringify({ headers: request.headers })),
  redirect: (response, target) => {
    response.writeHead(302, { location: decodeURIComponent(target) });
    response.end();
  },
};

/** `address` is on loopback, so that one process can be several sites. */
export const startTargetSite = async (port = 0, address = '127.0.0.1'): Promise<TargetSite> => {
  const hits = new Map<string, number>();
  const waiting = new Set<() => void>();
  const hanging = new Set<ServerResponse>();
  const gates = new Map<string, PromiseWithResolvers<void>>();
  const gateOf = (group: string): PromiseWithResolvers<void> => {
    const gate = gates.get(group) ?? Promise.withResolvers<void>();
    gates.set(group, gate);
    return gate;
  };
  const server = createServer((request, response) => {
    const path = (request.url ?? '/').split('?', 1)[0] ?? '/';
    hits.set(path, (hits.get(path) ?? 0) + 1);
    for (const check of waiting) check();
    const [, kind = '', argument = '', name = ''] = path.split('/');
    const answer = Object.hasOwn(ANSWERS, kind) ? ANSWERS[kind] : undefined;
    if (kind === 'hang') {
      hanging.add(response);
      response.once('close', () => hanging.delete(response));
    }
    if (kind === 'held') {
      // oxlint-disable-next-line quarry/no-long-sleep -- a bound: the group is released before
      void Promise.race([gateOf(argument).promise, pause(MAX_HELD_MS, undefined, { ref: false })]).then(() =>
        ANSWERS['page']?.(response, name, request),
      );
      return;
    }
    // Limits the first request of a path.
    if (kind === 'busy') {
      ANSWERS[hits.get(path) === 1 ? 'limited' : 'page']?.(response, hits.get(path) === 1 ? '1' : argument, request);
      return;
    }
    // Fails the first request of a path.
    if (kind === 'flaky') ANSWERS[hits.get(path) === 1 ? 'status' : 'page']?.(response, '503', request);
    else if (answer) answer(response, argument, request);
    else send(response, 404, 'text/html', html('Not found', '<p>No such page.</p>'));
  });
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve) => server.listen(port, address, resolve));
  const host = `${address}:${(server.address() as AddressInfo).port}`;
  return {
    url: `http://${host}`,
    host,
    hits,
    reached: (path, count) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          waiting.delete(check);
          reject(new Error(`${hits.get(path) ?? 0} of ${count} requests of ${path} have arrived`));
        }, REACHED_TIMEOUT_MS);
        const check = (): void => {
          if ((hits.get(path) ?? 0) < count) return;
          clearTimeout(timer);
          waiting.delete(check);
          resolve();
        };
        waiting.add(check);
        check();
      }),
    hangUp: () => {
      for (const response of hanging) response.destroy();
    },
    release: (group) => gateOf(group).resolve(),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
