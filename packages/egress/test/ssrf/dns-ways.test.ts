import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { createLoopbackScene } from '../scene/loopback-scene.js';
import { openCanary, type Canary } from './canary.js';
import { OPEN, openCanaryBeside, visitByHttp, visitByWebhook } from './client-scene.js';
import { createWireResolver, startDnsServer, type DnsServer } from './dns-server.js';
import { INWARD_NAMES, mixedNames, nameOf, turningNames, zoneOf, type DnsWay } from './dns-ways.js';
import { visitByForward, visitByTunnel } from './proxy-scene.js';
import { createBypassReport, NO_CONTROL } from './bypass-report.js';

/** Allowed, and nothing listens there. */
const VACANT = '127.0.0.9';
/** Allowed, and a site listens there. */
const SITE = '127.0.0.1';
const scene = createLoopbackScene();
const servers: DnsServer[] = [];
let canary: Canary;
beforeAll(async () => {
  canary = await openCanary();
});
afterEach(async () => {
  for (const server of servers.splice(0)) server.close();
  await scene.close();
});
afterAll(() => canary.close());

const serveNames = async (ways: readonly DnsWay[]) => {
  const server = await startDnsServer(zoneOf(ways));
  servers.push(server);
  return { server, resolver: createWireResolver(server.port) };
};

const CLIENTS = [
  { client: 'HTTP tier', visit: visitByHttp },
  { client: 'webhook client', visit: visitByWebhook },
  { client: 'page proxy, tunnel', visit: visitByTunnel },
  { client: 'page proxy, plain', visit: visitByForward },
];

describe.each(CLIENTS)('$client, names on the wire', ({ client, visit }) => {
  const tally = createBypassReport();
  afterAll(() => tally.record(`no way in: ${client}, names on the wire`));

  it('dials no name that leads inward, by address or by a chain of aliases', async () => {
    const { resolver, server } = await serveNames(INWARD_NAMES);
    for (const at of INWARD_NAMES.keys()) {
      const url = `http://${nameOf(at)}:${canary.port}/`;
      await tally.prove(
        canary,
        () => visit(url, { resolver }),
        () => visit(url, { resolver, allow: OPEN }),
      );
    }
    expect(server.questions().length).toBeGreaterThanOrEqual(INWARD_NAMES.length * 2);
  });

  it('dials the allowed address alone of a mixed answer, even where nothing listens there', async () => {
    const ways = mixedNames(VACANT);
    const { resolver } = await serveNames(ways);
    for (const at of ways.keys()) {
      const url = `http://${nameOf(at)}:${canary.port}/`;
      const reach = async (allow: readonly string[]) => {
        const end = await visit(url, { resolver, allow });
        return /ECONNREFUSED/.test(end) ? 'refused' : end;
      };
      await tally.prove(
        canary,
        () => reach([`${VACANT}:${canary.port}`]),
        () => reach(OPEN),
      );
    }
  });

  it('dials what it judged of a name that turns, and judges every connection anew', async () => {
    const ways = turningNames(SITE);
    const site = await scene.serve((_request, response) => response.end('site'));
    const beside = await openCanaryBeside(SITE, site);
    scene.onClose(() => beside.close());
    const allow = [`${SITE}:${site}`];
    for (const [at, { isFirstOpen }] of ways.entries()) {
      const url = `http://${nameOf(at)}:${site}/`;
      const { resolver, server } = await serveNames(ways);
      await tally.prove(
        beside,
        async () => {
          if (isFirstOpen) {
            expect(await visit(url, { allow, resolver })).toMatch(/^answered 200/);
            // One question of each family for one connection: a second one would have the other answer.
            expect(server.questions()).toEqual([nameOf(at), nameOf(at)]);
          }
          const ends = [await visit(url, { allow, resolver }), await visit(url, { allow, resolver })];
          return ends.every((end) => end === 'refused' || /ENODATA|ENOTFOUND/.test(end)) ? 'refused' : ends.join();
        },
        () => visit(url, { allow: OPEN, resolver }),
      );
    }
  });

  it('ends where names do not: no such name, no address, aliases in a circle', async () => {
    const ways: DnsWay[] = [
      { name: 'no address', answers: [[]] },
      { name: 'circle', answers: [[{ alias: 'circle.alias.test' }]] },
      { name: 'no such alias', answers: [[{ alias: 'nobody.alias.test' }]] },
    ];
    const { resolver } = await serveNames(ways);
    for (const host of [...ways.keys()].map(nameOf).concat('nobody.zone.test')) {
      await tally.proveRefused(canary, NO_CONTROL.undialled, async () => {
        const end = await visit(`http://${host}:${canary.port}/`, { resolver, allow: OPEN });
        return /dns_error|ENOTFOUND|ENODATA|EBADRESP|EBADNAME/.test(end) ? 'refused' : end;
      });
    }
  });
});
