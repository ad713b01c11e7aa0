import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Canary } from './canary.js';
import { OPEN, visitByHttp, visitByWebhook, type Visit, type VisitOptions } from './client-scene.js';
import { OUTER_SPELLINGS } from './host-spellings.js';
import { createZoneResolver, OUTER_ANSWERS } from './name-answers.js';
import { visitByForward, visitByTunnel } from './proxy-scene.js';
import type { WayEnd } from './bypass-report.js';

const REDIRECTS = [301, 302, 303, 307, 308];

export interface OuterEnd extends WayEnd {
  readonly client: string;
}

export interface OuterOptions {
  readonly canary: Canary;
  /** False where a let-through attempt would leave this machine: then nothing is tried open. */
  readonly isOurs: boolean;
}

interface OuterWay {
  readonly client: string;
  readonly way: string;
  readonly run: (options: VisitOptions) => Promise<string>;
}

const CLIENTS: Readonly<Record<string, Visit>> = {
  'HTTP tier': visitByHttp,
  'webhook client': visitByWebhook,
  'page proxy, tunnel': visitByTunnel,
  'page proxy, plain': visitByForward,
};

const listWays = (port: number, site: number): OuterWay[] => {
  const direct = Object.entries(CLIENTS).flatMap(([client, visit]) => [
    ...OUTER_SPELLINGS.map(({ name, write }) => ({
      client,
      way: name,
      run: ({ allow = [] }: VisitOptions) => visit(write(port), { allow }),
    })),
    ...OUTER_ANSWERS.map((address) => ({
      client,
      way: `a name for ${address}`,
      run: ({ allow = [] }: VisitOptions) =>
        visit(`http://inner.example:${port}/`, {
          allow,
          resolver: createZoneResolver({ 'inner.example': [address] }),
        }),
    })),
  ]);
  const redirects = OUTER_SPELLINGS.map(({ name, write }, at) => ({
    client: 'HTTP tier, redirects',
    way: name,
    run: ({ allow = [] }: VisitOptions) =>
      visitByHttp(
        `http://127.0.0.1:${site}/${REDIRECTS[at % REDIRECTS.length]}?to=${encodeURIComponent(write(port))}`,
        { allow: [...allow, `127.0.0.1:${site}`] },
      ),
  }));
  return [...direct, ...redirects];
};

const startRedirector = async () => {
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://x');
    const to = Buffer.from(url.searchParams.get('to') ?? '', 'utf8').toString('latin1');
    response.writeHead(Number(url.pathname.slice(1)), { location: to, connection: 'close' }).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
};

/** Every target beyond this machine, by every client that speaks HTTP itself: shut, and open where that stays among us. */
export const tryOuterWays = async ({ canary, isOurs }: OuterOptions): Promise<OuterEnd[]> => {
  const redirector = await startRedirector();
  const ends: OuterEnd[] = [];
  for (const { client, way, run } of listWays(canary.port, (redirector.address() as AddressInfo).port)) {
    canary.reset();
    const end = await run({});
    const touched = canary.touched();
    if (isOurs) await run({ allow: OPEN });
    ends.push({ client, way, end, touched, isReached: isOurs ? canary.touched() > touched : undefined });
  }
  redirector.close();
  return ends;
};
