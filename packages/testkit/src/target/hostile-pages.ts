import type { IncomingMessage, ServerResponse } from 'node:http';

type Answer = (response: ServerResponse, argument: string, request: IncomingMessage) => void;

const MIB = 1_048_576;
/** Chunks of an endless body. */
const PIECE = Buffer.alloc(64 * 1024, 'stone ');

const page = (body: string): Answer => {
  const text = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Page</title></head><body><h1>Page</h1>${body}</body></html>`;
  return (response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(text);
  };
};
const script = (code: string): Answer => page(`<p>Behind it.</p><script>${code}</script>`);

const pour = (response: ServerResponse): void => {
  while (!response.destroyed && response.write(PIECE));
  if (!response.destroyed) response.once('drain', () => pour(response));
};

/** Pages that exhaust the resources of their reader. */
export const HOSTILE_ANSWERS: Readonly<Record<string, Answer>> = {
  popups: script(
    `for (let i = 0; i < 5; i += 1) { window.open('/page/popup-' + i); window.open('about:blank', 'w' + i, 'width=9'); }`,
  ),
  dialogs: script(
    `addEventListener('beforeunload', (event) => { event.preventDefault(); event.returnValue = 'stay'; });
     alert('one'); confirm('two'); prompt('three'); setTimeout(() => alert('four'), 50);`,
  ),
  /** Loads, then blocks the thread for so many milliseconds. */
  spin: (response, spinMs, request) =>
    script(
      `addEventListener('load', () => setTimeout(() => { const end = Date.now() + ${Number.parseInt(spinMs, 10) || 0}; while (Date.now() < end); }, 0));`,
    )(response, spinMs, request),
  /** Loads, then blocks the thread for ever. */
  forever: script(`addEventListener('load', () => setTimeout(() => { for (;;); }, 0));`),
  /** Allocates memory until there is none. */
  swell: script(`const kept = []; for (;;) kept.push(new Array(100000).fill(Math.random()));`),
  /** Sends nothing and closes the connection after so many milliseconds. */
  stall: (response, stallMs) => {
    setTimeout(() => response.destroy(), Number.parseInt(stallMs, 10) || 0);
  },
  /** Runs a worker that never ends. */
  worker: script(
    `new Worker(URL.createObjectURL(new Blob(['setInterval(() => { for (let i = 0; i < 1e5; i += 1); }, 1)'])));`,
  ),
  sockets: script(
    `for (let i = 0; i < 5; i += 1) { new WebSocket('ws://' + location.host + '/hang/' + i); new EventSource('/hang/e' + i); }
     fetch('/hang/f').catch(() => 0);`,
  ),
  'service-worker': script(`navigator.serviceWorker.register('/sw.js/1').then(() => navigator.serviceWorker.ready);`),
  'sw.js': (response) => {
    response.writeHead(200, { 'content-type': 'text/javascript', 'service-worker-allowed': '/' });
    response.end(`addEventListener('install', () => skipWaiting());
      addEventListener('activate', (event) => event.waitUntil(clients.claim()));
      addEventListener('fetch', (event) => event.respondWith(fetch(event.request)));
      setInterval(() => 0, 10);`);
  },
  /** Stays open after its load, for a test that kills the renderer. */
  busy: script(`addEventListener('load', () => { fetch('/hang/a'); fetch('/hang/b'); setInterval(() => 0, 10); });`),
  download: (response, name) => {
    response.writeHead(200, {
      'content-type': 'application/octet-stream',
      'content-disposition': `attachment; filename="${name}.bin"`,
    });
    response.end(Buffer.alloc(MIB, 7));
  },
  loop: (response, turn) => {
    response.writeHead(302, { location: `/loop/${(Number(turn) || 0) + 1}` });
    response.end();
  },
  /** A body that ends when its reader disconnects. */
  flood: (response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    pour(response);
  },
  /** Announces more bytes than it sends, then closes the connection. */
  cut: (response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-length': '100000' });
    response.write('<!doctype html><p>Half of a ');
    setTimeout(() => response.destroy(), 20);
  },
  /** Sends a byte now and then, and closes the connection after so many milliseconds. */
  drip: (response, dripMs) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    const timer = setInterval(() => response.write(' '), 100);
    setTimeout(() => response.destroy(), Number.parseInt(dripMs, 10) || 0);
    response.once('close', () => clearInterval(timer));
  },
};
