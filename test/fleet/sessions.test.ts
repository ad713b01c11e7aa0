import { randomBytes } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ApiClient, openAccount, SHARED_ADDRESS, sharedFleet, type Answer, type SharedFleet } from '@quarry/testkit';
import { SESSION_WARNINGS } from '../../packages/contracts/src/index.js';
import { leaksIn } from '../fuzz/secret-forms.js';

/** Another site on another address: cookies do not know ports. */
const OTHER_ADDRESS = '127.1.0.9';
const TIMEOUT_MS = 120_000;
const PLAIN = { jsRendering: false, outputFormat: ['text'] };

const FORM = `<title>Sign in</title><main><h1>Sign in to the quarry</h1><form method="post" action="/sign-in">
  <input id="user" name="user"><input id="password" name="password" type="password"><button>Sign in</button></form></main>`;
const page = (text: string): string =>
  `<!doctype html><title>Quarry</title><main id="account"><h1>${text}</h1><p>Carts carry stone to the river.</p></main>`;

const readForm = async (request: IncomingMessage): Promise<URLSearchParams> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return new URLSearchParams(Buffer.concat(chunks).toString());
};

/** A site where one signs in by a form. Each sign-in has a token of its own. */
const startShop = async (address: string) => {
  const tokens = new Map<string, string>();
  const seen: string[] = [];
  const held = new EventEmitter();
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { url: path = '/', headers, method } = request;
    if (path !== '/favicon.ico') seen.push(`${path} ${headers.cookie ?? ''}`);
    const sid = /(?:^|; )sid=(\w+)/.exec(headers.cookie ?? '')?.[1] ?? '';
    const send = (text: string, more: Record<string, string | string[]> = {}, status = 200): void =>
      void response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', ...more }).end(text);
    if (path === '/sign-in' && method === 'POST') {
      const form = await readForm(request);
      if (form.get('password') !== 'open sesame') return send(page('Wrong'));
      const token = `seeded${randomBytes(12).toString('hex')}`;
      tokens.set(token, form.get('user') ?? '');
      return send('', { location: '/account', 'set-cookie': `sid=${token}; Path=/; HttpOnly; SameSite=Lax` }, 303);
    }
    if (path === '/sign-in') return send(FORM);
    if (path === '/sign-out') return send(page('Signed out'), { 'set-cookie': 'sid=; Path=/; Max-Age=0' });
    if (path === '/token') {
      const token = `seeded${randomBytes(12).toString('hex')}`;
      tokens.set(token, 'a page');
      return send(page('A token is set'), { 'set-cookie': [`tok=${token}; Path=/`, 'more=1; Path=/'] });
    }
    if (path.startsWith('/held/')) {
      held.emit('asked');
      await once(held, 'released');
      return send(page('Late'), { 'set-cookie': 'late=1; Path=/' });
    }
    if (path.startsWith('/set/')) return send(page('Set'), { 'set-cookie': `${path.slice(5)}=1; Path=/` });
    if (path.startsWith('/away/')) return send('', { location: decodeURIComponent(path.slice(6)) }, 302);
    const user = tokens.get(sid);
    return send(page(user === undefined ? 'Nobody is signed in' : `Orders of ${user}`));
  };
  const server = createServer((request, response) => void answer(request, response));
  await once(server.listen(0, address), 'listening');
  const url = `http://${address}:${(server.address() as AddressInfo).port}`;
  const close = (): void => {
    server.closeAllConnections();
    server.close();
  };
  return { url, seen, tokens, held, close };
};

type Shop = Awaited<ReturnType<typeof startShop>>;

let fleet: SharedFleet;
let api: ApiClient;
let shop: Shop;
let other: Shop;

beforeAll(async () => {
  [shop, other] = await Promise.all([startShop(SHARED_ADDRESS), startShop(OTHER_ADDRESS)]);
  fleet = await sharedFleet();
  api = new ApiClient(fleet);
}, 180_000);
afterAll(() => {
  shop.close();
  other.close();
});

const textOf = ({ body }: Answer): string => String(body['text']);
const get = (path: string, more: object = {}, by = api): Promise<Answer> =>
  by.scrape({ url: `${shop.url}${path}`, ...PLAIN, ...more });
const signIn = (session: string, user: string): Promise<Answer> =>
  api.scrape({
    ...{ url: `${shop.url}/sign-in`, session, outputFormat: ['text'] },
    jsScenario: [
      ...[{ fill: ['#user', user] }, { fill: ['#password', 'open sesame'] }, { click: 'button' }],
      { waitFor: '#account' },
    ],
  });

/** A job that has ended. */
const finish = async (path: string, sent: object, by = api): Promise<string> => {
  const { body } = await by.send('POST', path, sent);
  const place = `${path}/${String(body['jobId'])}`;
  for (;;) {
    const { body: status } = await by.send('GET', place);
    if ((status['data'] as { status?: string } | undefined)?.status === 'done') return place;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
};

describe('a session', () => {
  it(
    'is signed in by a scenario in the browser, and used by plain HTTP',
    async () => {
      const made = await signIn('anna', 'Anna');
      expect([made.status, made.body['error']]).toEqual([200, undefined]);
      expect(textOf(made)).toContain('Orders of Anna');
      expect(made.headers.get('x-credits-charged')).toBe('10');
      const plain = await get('/orders', { session: 'anna' });
      expect(textOf(plain)).toContain('Orders of Anna');
      expect(plain.headers.get('x-credits-charged')).toBe('1');
      const rendered = await get('/orders', { session: 'anna', jsRendering: true });
      expect(textOf(rendered)).toContain('Orders of Anna');
      for (const session of [undefined, 'bob']) {
        expect(textOf(await get('/orders', { session }))).toContain('Nobody is signed in');
      }
      const stranger = new ApiClient({ ...fleet, ...(await openAccount(fleet)) });
      expect(textOf(await get('/orders', { session: 'anna' }, stranger))).toContain('Nobody is signed in');
      expect((await stranger.send('GET', '/sessions/anna')).body['data']).toMatchObject({ cookiesCount: 0 });
    },
    TIMEOUT_MS,
  );

  it(
    'is used by the items of a batch at once, and loses none of their cookies',
    async () => {
      await signIn('batch', 'Bea');
      const requests = Array.from({ length: 8 }, (_, index) => ({ url: `${shop.url}/set/k${index}` }));
      const defaults = { session: 'batch', ...PLAIN };
      await finish('/scrape/batch/web', { requests, defaults });
      const { body: shown } = await api.send('GET', '/sessions/batch');
      expect(shown['data']).toMatchObject({ cookiesCount: 9, hosts: [SHARED_ADDRESS] });
      expect(textOf(await get('/orders', { session: 'batch' }))).toContain('Orders of Bea');
    },
    TIMEOUT_MS,
  );

  it(
    'sends its cookies to no other site, by redirect neither',
    async () => {
      await signIn('away', 'Ada');
      const [token = ''] = [...shop.tokens].find(([, user]) => user === 'Ada') ?? [];
      for (const jsRendering of [false, true]) {
        const path = `/away/${encodeURIComponent(`${other.url}/landed`)}`;
        expect((await get(path, { session: 'away', jsRendering })).status).toBe(200);
      }
      expect(other.seen).toEqual(['/landed ', '/landed ']);
      expect(shop.seen.filter((line) => line.startsWith('/away/'))).toEqual([
        expect.stringContaining(token),
        expect.stringContaining(token),
      ]);
    },
    TIMEOUT_MS,
  );

  it(
    'forgets what the site deletes, and all of it when it is deleted',
    async () => {
      await signIn('gone', 'Gus');
      await get('/sign-out', { session: 'gone' });
      expect(textOf(await get('/orders', { session: 'gone' }))).toContain('Nobody is signed in');
      await signIn('gone', 'Gus');
      expect((await api.send('DELETE', '/sessions/gone')).status).toBe(200);
      expect((await api.send('GET', '/sessions/gone')).status).toBe(404);
      expect(textOf(await get('/orders', { session: 'gone' }))).toContain('Nobody is signed in');
    },
    TIMEOUT_MS,
  );

  it(
    'shows its cookies nowhere',
    async () => {
      await signIn('leaks', 'Lea');
      const [token = ''] = [...shop.tokens].find(([, user]) => user === 'Lea') ?? [];
      const call = await get('/orders', { session: 'leaks' });
      const id = String(call.body.requestMetadata?.id);
      const shown = await Promise.all(
        ['/sessions', '/sessions/leaks', '/requests', `/requests/${id}`].map((path) => api.send('GET', path)),
      );
      const stored = await api.send('GET', String(call.body.requestMetadata?.json));
      expect(stored.status).toBe(200);
      const text = JSON.stringify([call.body, stored.body, ...shown.map(({ body }) => body)]) + fleet.output();
      expect(token).not.toBe('');
      expect(leaksIn(text, { token })).toEqual([]);
    },
    TIMEOUT_MS,
  );

  it(
    'of another account is not used by its jobs either',
    async () => {
      await signIn('jobs', 'Jo');
      const stranger = new ApiClient({ ...fleet, ...(await openAccount(fleet)) });
      const options = { session: 'jobs', ...PLAIN };
      for (const by of [stranger, api]) {
        const before = shop.seen.length;
        await finish('/scrape/batch/web', { requests: [{ url: `${shop.url}/in-batch` }], defaults: options }, by);
        await finish('/crawl/web', { url: `${shop.url}/in-crawl`, limit: 1, scrape: options }, by);
        const pages = shop.seen.slice(before).filter((line) => line.startsWith('/in-'));
        const cookies = pages.map((line) => /^\S+ (sid=)?/.exec(line)?.[1]);
        expect(cookies).toEqual(by === api ? ['sid=', 'sid='] : [undefined, undefined]);
      }
    },
    TIMEOUT_MS,
  );

  it(
    'that is deleted while a call runs stays deleted, and the call says so',
    async () => {
      for (const jsRendering of [false, true]) {
        await get('/set/first', { session: 'held' });
        const asked = once(shop.held, 'asked');
        const call = get('/held/page', { session: 'held', jsRendering });
        await asked;
        expect((await api.send('DELETE', '/sessions/held')).status).toBe(200);
        shop.held.emit('released');
        const { status, body } = await call;
        expect(status).toBe(200);
        expect(body['warnings']).toEqual([SESSION_WARNINGS.deleted]);
        expect((await api.send('GET', '/sessions/held')).status).toBe(404);
      }
    },
    TIMEOUT_MS,
  );

  it.each([false, true])(
    'has the cookies that a page sets in no export and in no stored document, rendered: %s',
    async (jsRendering) => {
      const defaults = { session: 'exports', ...PLAIN, jsRendering, outputFormat: ['html', 'markdown'] };
      const place = await finish('/scrape/batch/web', { requests: [{ url: `${shop.url}/token` }], defaults });
      const token = [...shop.tokens].findLast(([, user]) => user === 'a page')?.[0] ?? '';
      const headers = { 'x-api-key': fleet.apiKey };
      const read = async (path: string): Promise<string> => {
        const response = await fetch(fleet.baseUrl + path, { headers });
        expect([path, response.status]).toEqual([path, 200]);
        const bytes = Buffer.from(await response.arrayBuffer());
        return (bytes.readUInt16BE(0) === 0x1f8b ? gunzipSync(bytes) : bytes).toString('latin1');
      };
      const [answers, archive, ...others] = await Promise.all([
        read(`${place}/results.ndjson?answers=true`),
        read(`${place}/results.warc.gz`),
        read(`${place}/results.csv`),
        read(`${place}/results`),
      ]);
      const removed = /"set-cookie":\s*"\[removed\]"/;
      expect(answers).toMatch(removed);
      expect(archive).toContain('set-cookie: [removed]');
      expect(archive).toContain('A token is set');
      expect(token).not.toBe('');
      expect(leaksIn([answers, archive, ...others, fleet.output()].join('\n'), { token })).toEqual([]);
      expect((await api.send('GET', '/sessions/exports')).body['data']).toMatchObject({ cookiesCount: 2 });
    },
    TIMEOUT_MS,
  );
});
