import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hostname } from 'node:os';
import { lookup } from 'node:dns/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  ApiClient,
  inParallel,
  proofSize,
  recordProof,
  SHARED_ADDRESS,
  sharedFleet,
  type Answer,
  type SharedFleet,
} from '@quarry/testkit';
import { openCanary, type Canary } from './canary.js';
import { innerTargets, otherTargets } from './hostile-targets.js';

/** Below the account's own bound of requests at once. */
const WIDTH = 2;
/** Ends a test that hangs; the long form opens 60 pages on a machine that may be busy. */
const LIMIT_MS = 300_000;
const HEADER_TRICKS = [
  { 'X-HTTP-Method-Override': 'CONNECT' }, { 'X-Forwarded-Host': 'INNER' }, { 'X-Forwarded-For': '127.0.0.1' }, { 'X-Forwarded-Proto': 'file', 'X-Forwarded-Port': 'PORT' },
  { Forwarded: 'for=127.0.0.1;host=INNER' }, { 'X-Original-URL': 'http://INNER/' }, { 'X-Rewrite-URL': 'http://INNER/' }, { 'X-Host': 'INNER' },
  { Referer: 'http://INNER/' }, { 'X-Real-IP': '127.0.0.1' },
]; // oxfmt-ignore
/** Headers of the connection, which are refused. */
const REFUSED_HEADERS = [
  { Host: 'INNER' }, { host: 'INNER' }, { Connection: 'upgrade' }, { 'Proxy-Connection': 'keep-alive' }, { 'Transfer-Encoding': 'chunked' },
  { Upgrade: 'h2c' }, { 'X-A': 'b\r\nHost: INNER' }, { 'X-A\r\nHost': 'INNER' }, { ':authority': 'INNER' },
]; // oxfmt-ignore

let fleet: SharedFleet;
let api: ApiClient;
let site: Server;
let sitePort = 0;
let canary: Canary;
let ownAddress: string | undefined;
let creditsBefore = 0;
const answers: { ask: unknown; answer: Answer }[] = [];
const tally = { cases: 0, failures: 0 };
const startedAt = performance.now();

const MODES = [
  { mode: 'plain', rendering: { jsRendering: false } },
  { mode: 'rendered', rendering: { jsRendering: true } },
  { mode: 'automatic', rendering: {} },
] as const;
type Mode = (typeof MODES)[number]['mode'];
const SEED = Number(process.env['PROPERTY_SEED'] ?? 0);

/** The long form tries everything in every mode; the short one everything once, in a mode by the seed. */
const shareOf = <T>(mode: Mode, all: readonly T[]): readonly T[] => {
  const share = MODES.findIndex((one) => one.mode === mode);
  return proofSize(0, 1) === 1 ? all : all.filter((_one, at) => (at + SEED) % MODES.length === share);
};

const startSite = async () => {
  site = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://x');
    const to = url.searchParams.get('to') ?? '/';
    if (url.pathname === '/redirect') response.writeHead(302, { location: to }).end();
    else if (url.pathname === '/refresh')
      response.writeHead(200, { 'content-type': 'text/html' }).end(`<meta http-equiv=refresh content="0;url=${to}">`);
    else
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end(`<script>location.replace(${JSON.stringify(to)})</script>`);
  });
  await new Promise<void>((resolve) => site.listen(0, SHARED_ADDRESS, resolve));
  sitePort = (site.address() as AddressInfo).port;
};

beforeAll(async () => {
  await startSite();
  ownAddress = await lookup(hostname()).then(
    ({ address }) => address,
    () => undefined,
  );
  canary = await openCanary(ownAddress === undefined ? [] : [ownAddress]);
  fleet = await sharedFleet();
  api = new ApiClient(fleet);
  creditsBefore = (await api.usage()).availableCredits;
}, 180_000);

afterAll(async () => {
  canary.close();
  site.close();
  site.closeAllConnections();
  const seconds = (performance.now() - startedAt) / 1_000;
  recordProof({ name: 'no way in: whole fleet', ...tally, seconds, note: 'each answer 4xx, none charged' });
}, 60_000);

/** Sends every body; none may get a page, and each response is kept. */
const askAll = async (bodies: readonly Record<string, unknown>[]): Promise<string[]> =>
  inParallel(bodies.length, WIDTH, async (at) => {
    const answer = await api.scrape(bodies[at] ?? {});
    tally.cases += 1;
    if (answer.status === 200 || canary.touched() > 0) tally.failures += 1;
    answers.push({ ask: bodies[at], answer });
    return `${answer.status} ${String(answer.body['error'])}`;
  });

const onSite = (path: string, to: string) =>
  `http://${SHARED_ADDRESS}:${sitePort}/${path}?to=${encodeURIComponent(to)}`;
const FORBIDDEN = '422 target_forbidden';
const UNKNOWN = '502 target_unreachable';
const INVALID = '422 validation_failed';
const fill = (headers: object) =>
  JSON.parse(
    JSON.stringify(headers).replaceAll('INNER', `127.0.0.1:${canary.port}`).replaceAll('PORT', String(canary.port)),
  ) as Record<string, string>;

describe.each(MODES)('$mode', ({ mode, rendering }) => {
  it(
    'refuses every spelling of an inner target',
    async () => {
      const bodies = shareOf(mode, innerTargets(canary.port)).map((url) => ({ url, ...rendering }));
      const ends = await askAll(bodies);
      expect(bodies.map(({ url }, at) => ({ url, end: ends[at] }))).toEqual(
        bodies.map(({ url }) => ({ url, end: expect.stringMatching(`^(?:${FORBIDDEN}|${INVALID})$`) })),
      );
      // The others are spellings that a request's URL may not have, such as userinfo.
      expect(ends.filter((end) => end === FORBIDDEN).length).toBeGreaterThan(0.75 * ends.length);
    },
    LIMIT_MS,
  );

  it(
    'refuses what is no http target',
    async () => {
      const ends = await askAll(shareOf(mode, otherTargets(canary.port)).map((url) => ({ url, ...rendering })));
      expect(ends.filter((end) => end !== INVALID && end !== FORBIDDEN)).toEqual([]);
    },
    LIMIT_MS,
  );

  it(
    'knows a name of this machine no more than one that does not exist',
    async () => {
      if (ownAddress === undefined) return;
      const urls = [`http://${hostname()}:${canary.port}/`, `http://no-such-name.invalid:${canary.port}/`];
      const from = answers.length;
      expect(await askAll(urls.map((url) => ({ url, ...rendering })))).toEqual([UNKNOWN, UNKNOWN]);
      const told = answers.slice(from).map(({ answer }) => ({ ...answer.body, requestMetadata: undefined }));
      expect(told[0]).toEqual(told[1]);
    },
    LIMIT_MS,
  );

  it(
    'follows no allowed page inward',
    async () => {
      const ways = mode === 'plain' ? ['redirect'] : ['redirect', 'refresh', 'script'];
      const every = proofSize(mode === 'plain' ? 3 : 12, 1);
      const targets = innerTargets(canary.port).filter((url) => URL.canParse(url) && !/^http:\/[^/]/.test(url));
      const bodies = targets
        .filter((_url, at) => (at + SEED) % every === 0)
        .flatMap((to) => ways.map((way) => ({ url: onSite(way, new URL(to).href), ...rendering })));
      // Plain pages are returned as they are; automatic mode may not open a browser for them.
      const asked = mode === 'automatic' ? bodies.filter(({ url }) => url.includes('/redirect')) : bodies;
      expect(new Set(await askAll(asked))).toEqual(new Set([FORBIDDEN]));
    },
    LIMIT_MS,
  );

  it(
    'is not led inward by headers of the caller',
    async () => {
      const to = `http://127.0.0.1:${canary.port}/`;
      const tricks = HEADER_TRICKS.map((headers) => ({
        url: onSite('redirect', to),
        headers: fill(headers),
        ...rendering,
      }));
      expect(new Set(await askAll(shareOf(mode, tricks)))).toEqual(new Set([FORBIDDEN]));
      const refused = shareOf(mode, REFUSED_HEADERS).map((headers) => ({
        url: onSite('redirect', to),
        headers: fill(headers),
        ...rendering,
      }));
      expect(new Set(await askAll(refused))).toEqual(new Set([INVALID]));
    },
    LIMIT_MS,
  );
});

describe('afterwards', () => {
  it('nobody has come in, and nothing was charged or is held', async () => {
    expect(canary.touched()).toBe(0);
    expect(await api.usage()).toMatchObject({ availableCredits: creditsBefore, heldCredits: 0 });
    expect(answers.length).toBeGreaterThan(proofSize(100, 200));
  });

  it('no answer tells an address, nor does any log', () => {
    const outer = ownAddress === undefined || /^(?:127\.|::1$)/.test(ownAddress) ? [] : [ownAddress];
    const inner = [
      `:${canary.port}/`,
      '127.0.0.2',
      '169.254.169.254',
      '192.168.1.1',
      '10.0.0.1',
      'the inner page',
      ...outer,
    ];
    const told = answers.filter(({ answer }) => {
      const text = JSON.stringify([...answer.headers, answer.body]);
      return [...inner, '127.0.0.1', '::1'].some((one) => text.includes(one));
    });
    expect(told.map(({ ask, answer }) => ({ ask, body: answer.body }))).toEqual([]);
    const folder = join(fleet.dataDir, 'logs');
    // The host of a request is what its caller wrote, and the log of an ended request names it.
    const lines = readdirSync(folder).flatMap((name) =>
      readFileSync(join(folder, name), 'utf8')
        .replaceAll(/"host":"[^"]*"/g, '')
        .split('\n'),
    );
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.filter((line) => inner.some((one) => line.includes(one)))).toEqual([]);
  });
});
