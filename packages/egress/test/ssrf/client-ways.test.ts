import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { proofSize } from '@quarry/testkit';
import { createLoopbackScene } from '../scene/loopback-scene.js';
import { openCanary, type Canary } from './canary.js';
import { OPEN, openCanaryBeside, visitByHttp, visitByWebhook, visitThroughProxy } from './client-scene.js';
import { BROKEN_SPELLINGS, FOREIGN_SCHEMES, INWARD_SPELLINGS, type Spelling } from './host-spellings.js';
import { createTurningResolver, createZoneResolver, INWARD_ANSWERS } from './name-answers.js';
import { visitByForward, visitByOwnForward, visitByOwnTunnel, visitByTunnel } from './proxy-scene.js';
import { createBypassReport, NO_CONTROL } from './bypass-report.js';

const REDIRECTS = [301, 302, 303, 307, 308];
const scene = createLoopbackScene();
let canary: Canary;
beforeAll(async () => {
  canary = await openCanary();
});
afterEach(() => scene.close());
afterAll(() => canary.close());

const all = () => true;
/** What can stand in a request line; the rest never gets as far as a judgement there. */
const isOnWire = ({ name, write }: Spelling) =>
  /^http:\/\/[!"$-[\]-~]+$/.test(write(1)) && !name.startsWith('http:///');

/**
 * All clients connect by one rule, so in the short form they share the spellings: each client writes one in so many, each
 * spelling is written by one or two clients.
 */
const SPELLING_STRIDE = proofSize(3, 1);

const CLIENTS = [
  { name: 'HTTP tier', visit: visitByHttp, canWrite: all },
  { name: 'HTTP tier through a proxy', visit: visitThroughProxy, canWrite: all },
  { name: 'webhook client', visit: visitByWebhook, canWrite: all },
  { name: 'page proxy, tunnel', visit: visitByTunnel, canWrite: isOnWire },
  { name: 'page proxy, plain', visit: visitByForward, canWrite: isOnWire },
];

const NUMBERED_CLIENTS = CLIENTS.map((client, number) => ({ ...client, number }));

describe.each(NUMBERED_CLIENTS)('$name', ({ name, number, visit, canWrite }) => {
  const tally = createBypassReport();
  const isOurs = (_: Spelling, index: number) => (index + number) % SPELLING_STRIDE === 0;
  const spellings = INWARD_SPELLINGS.filter(isOurs);
  afterAll(() => tally.record(`no way in: ${name}`));

  it.each(spellings.filter(canWrite))('does not reach this machine as $name', async ({ write }) => {
    const url = write(canary.port);
    await tally.prove(
      canary,
      () => visit(url, {}),
      () => visit(url, { allow: OPEN }),
    );
  });

  it('does not reach this machine by any address of its own', async () => {
    for (const address of canary.addresses) {
      const host = address.includes(':') ? `[${address}]` : address;
      const url = `http://${host}:${canary.port}/`;
      await tally.prove(
        canary,
        () => visit(url, {}),
        () => visit(url, { allow: [`${host}:${canary.port}`] }),
      );
    }
  });

  const unwritten = spellings.filter((spelling) => !canWrite(spelling));
  it.each([
    ...unwritten.map((spelling) => ({ ...spelling, why: NO_CONTROL.notOnWire })),
    ...BROKEN_SPELLINGS.map((spelling) => ({ ...spelling, why: NO_CONTROL.noUrl })),
    ...FOREIGN_SCHEMES.map((spelling) => ({ ...spelling, why: NO_CONTROL.otherScheme })),
  ])('refuses $name', ({ write, why }) => tally.proveRefused(canary, why, () => visit(write(canary.port), {})));

  it.each(Object.entries(INWARD_ANSWERS))('does not dial a name that resolves to %s', async (_name, addresses) => {
    const zone = createZoneResolver({
      'inner.example': addresses,
      'alias.example': { alias: 'further.example' },
      'further.example': { alias: 'inner.example' },
      'metadata.google.internal': addresses,
    });
    for (const host of ['inner.example', 'alias.example', 'ALIAS.example.', 'metadata.google.internal']) {
      const url = `http://${host}:${canary.port}/`;
      await tally.prove(
        canary,
        () => visit(url, { resolver: zone }),
        () => visit(url, { resolver: zone, allow: OPEN }),
      );
    }
  });

  it('dials the allowed address alone of a mixed answer, even where that one is down', async () => {
    for (const inward of ['127.0.0.2', '::1', '::ffff:127.0.0.1']) {
      for (const addresses of [
        ['127.0.0.9', inward],
        [inward, '127.0.0.9'],
      ]) {
        const resolver = createZoneResolver({ 'mixed.example': addresses });
        const url = `http://mixed.example:${canary.port}/`;
        const reach = async (allow: readonly string[]) => {
          const end = await visit(url, { resolver, allow });
          return /ECONNREFUSED|failed|connection_error/.test(end) ? 'refused' : end;
        };
        await tally.prove(
          canary,
          () => reach([`127.0.0.9:${canary.port}`]),
          () => reach(OPEN),
        );
      }
    }
  });

  it('dials what it judged: a name that turns inward between two questions', async () => {
    const site = await scene.serve((_request, response) => response.end('site'));
    const beside = await openCanaryBeside('127.0.0.1', site);
    scene.onClose(() => beside.close());
    const url = `http://turning.example:${site}/`;
    const allow = [`127.0.0.1:${site}`];
    const turn = () => createTurningResolver(['127.0.0.1'], ['127.0.0.2']);
    const first = turn();
    await tally.prove(
      beside,
      async () => {
        // One question a connection: a second one would have the other answer.
        expect(await visit(url, { allow, resolver: first.resolve })).toMatch(/^answered 200/);
        expect(first.asked()).toBe(1);
        return visit(url, { allow, resolver: first.resolve });
      },
      () => visit(url, { allow: OPEN, resolver: first.resolve }),
    );
    const inwardFirst = createTurningResolver(['127.0.0.2'], ['127.0.0.1']);
    await tally.prove(
      beside,
      () => visit(url, { allow, resolver: inwardFirst.resolve }),
      () => visit(url, { allow: OPEN, resolver: createTurningResolver(['127.0.0.2']).resolve }),
    );
  });
});

describe('a page proxy, led through itself', () => {
  const tally = createBypassReport();
  afterAll(() => tally.record('no way in: page proxy, through itself'));

  it.each([
    { name: 'tunnel', visit: visitByOwnTunnel },
    { name: 'plain', visit: visitByOwnForward },
  ])('refuses itself, $name', async ({ visit }) => {
    for (const { write } of INWARD_SPELLINGS.filter(isOnWire)) {
      const url = write(canary.port);
      await tally.prove(
        canary,
        () => visit(url, {}),
        () => visit(url, { allow: OPEN }),
      );
    }
  });
});

describe('redirects', () => {
  const tally = createBypassReport();
  const statuses = (at: number) => (proofSize(0, 1) === 0 ? [REDIRECTS[at % REDIRECTS.length] ?? 302] : REDIRECTS);
  afterAll(() => tally.record('no way in: HTTP tier, redirects'));

  /** Header bytes are latin1 on the wire; targets send UTF-8. Line breaks cannot stand in a header. */
  const toLocation = (target: string) => Buffer.from(target.replaceAll(/[\r\n]/g, ''), 'utf8').toString('latin1');

  const redirectTo = (target: string, statusCode: number, extra: Record<string, string> = {}) =>
    scene.serve((request, response) => {
      const hops = Number(/\d+/.exec(request.url ?? '')?.[0] ?? 0);
      const location = hops > 0 ? `/${hops - 1}` : toLocation(target);
      response.writeHead(statusCode, { location, ...extra }).end();
    });

  /** One slash after the scheme is a path of the same site. */
  const isAbsolute = ({ name }: Spelling) => !/^http:\/[^/\\]/.test(name);
  const inward = INWARD_SPELLINGS.filter(isAbsolute).map((spelling, at) => ({ ...spelling, at }));
  it.each(inward)('to $name', async ({ write, at }) => {
    for (const statusCode of statuses(at)) {
      const site = await redirectTo(write(canary.port), statusCode);
      const own = `127.0.0.1:${site}`;
      await tally.prove(
        canary,
        () => visitByHttp(`http://${own}/${at % 4}`, { allow: [own] }),
        () => visitByHttp(`http://${own}/${at % 4}`, { allow: OPEN }),
      );
    }
  });

  it.each(FOREIGN_SCHEMES.map((spelling, at) => ({ ...spelling, at })))('to $name', async ({ write, at }) => {
    for (const statusCode of statuses(at)) {
      const site = await redirectTo(write(canary.port), statusCode);
      const own = `127.0.0.1:${site}`;
      await tally.proveRefused(canary, NO_CONTROL.otherScheme, async () => {
        const end = await visitByHttp(`http://${own}/`, { allow: [own] });
        return end === 'connection_error bad_redirect' ? 'refused' : end;
      });
    }
  });

  it.each(['//127.1:PORT/', '\\\\127.0.0.1:PORT\\', '/\\127.0.0.1:PORT/', '///[::1]:PORT/', '\t//0x7f.1:PORT/'])(
    'without a scheme, %j',
    async (target) => {
      const site = await redirectTo(target.replace('PORT', String(canary.port)), 302);
      const own = `127.0.0.1:${site}`;
      await tally.prove(
        canary,
        () => visitByHttp(`http://${own}/`, { allow: [own] }),
        () => visitByHttp(`http://${own}/`, { allow: OPEN }),
      );
    },
  );

  it('by headers that are none: nothing follows Refresh, Alt-Svc, Link or Content-Location', async () => {
    const at = `http://127.0.0.2:${canary.port}/`;
    const headers = {
      refresh: `0; url=${at}`,
      'alt-svc': `h2="127.0.0.2:${canary.port}"; ma=86400, h3=":${canary.port}"`,
      link: `<${at}>; rel=preload; as=script`,
      'content-location': at,
    };
    const site = await scene.serve((_request, response) => response.writeHead(200, headers).end('page'));
    canary.reset();
    for (let round = 0; round < 2; round += 1) {
      expect(await visitByHttp(`http://127.0.0.1:${site}/`, { allow: OPEN })).toBe('answered 200');
    }
    expect(canary.touched()).toBe(0);
  });
});
