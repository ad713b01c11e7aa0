import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ApiClient, startCrawlSite } from '@quarry/testkit';
import { cpuByRole, readJob } from '../batch/fleet-jobs.js';
import { WIDTH, withFleets, type SiteFleet } from '../peers/fleet-subject.js';
import { CRAWL_ROUTE, warmUpCrawl } from './crawl-subjects.js';
import { tableOf } from './frontier-size.js';
import type { Said } from './measure-crawls.js';
import { growingRoles, memoryVerdict, watchMemory, type MemoryMb } from './memory-growth.js';

const PAGES = Number(process.env['BENCH_EVENT_PAGES'] ?? 5_000);
/** About the text of an article. */
const TEXT_CHARS = 15_000;
/** Events of pages are Firecrawl's. */
const ROUTE = '/v2/crawl';
const MAX_DEPTH = 100;
const LOOK_MS = 250;
/** Pages at which memory is read first: what is loaded once is loaded by then. */
const FIRST_SHARE = 0.2;
/** Longest wait for the next event. */
const STUCK_MS = 60_000;

interface Receiver {
  readonly url: string;
  /** Ids of the events that were received. */
  readonly ids: Set<string>;
  bytes: number;
  close(): void;
}

const startReceiver = async (): Promise<Receiver> => {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks);
      receiver.bytes += body.byteLength;
      receiver.ids.add((JSON.parse(body.toString()) as { webhookId: string }).webhookId);
      response.writeHead(204).end();
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const receiver: Receiver = {
    ...{ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, ids: new Set(), bytes: 0 },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
  return receiver;
};

const start = async ({ fleet, site }: SiteFleet, limit: number, webhook?: object): Promise<string> => {
  const asked = { url: `${site}/`, limit, maxDiscoveryDepth: MAX_DEPTH, maxConcurrency: WIDTH, webhook };
  const scope = { sitemap: 'skip', ignoreRobotsTxt: true, scrapeOptions: { formats: ['markdown'] } };
  const headers = { authorization: `Bearer ${fleet.apiKey}` };
  const { body } = await new ApiClient(fleet).send('POST', ROUTE, { ...asked, ...scope }, headers);
  if (typeof body['id'] !== 'string') throw new Error(`not accepted: ${JSON.stringify(body).slice(0, 500)}`);
  return body['id'];
};

interface Measured {
  readonly first: MemoryMb;
  readonly last: MemoryMb;
  readonly pagesAfterS: number;
  /** Until the last event, if there are some. */
  readonly allAfterS: number;
  /** Per page, by role. */
  readonly cpuMs: ReadonlyMap<string, number>;
}

const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, LOOK_MS));

/** A crawl of all pages, until its last event is received. */
const measure = async (site: SiteFleet, receiver: Receiver | undefined): Promise<Measured> => {
  const api = new ApiClient(site.fleet);
  const memory = watchMemory(site.fleet);
  const before = cpuByRole(site.fleet);
  const startedAt = performance.now();
  const seconds = (): number => (performance.now() - startedAt) / 1_000;
  const webhook = receiver && { url: receiver.url, events: ['page'] };
  const jobId = await start(site, 2 * PAGES, webhook);
  let first: MemoryMb | undefined;
  let pagesAfterS: number | undefined;
  let last = { count: 0, atMs: performance.now() };
  for (;;) {
    const { status, responsesCount: pages } = await readJob(api, CRAWL_ROUTE, jobId);
    const count = receiver?.ids.size ?? pages;
    memory.sample();
    if (first === undefined && count >= FIRST_SHARE * PAGES) first = memory.median();
    if (status === 'done') pagesAfterS ??= seconds();
    if (pagesAfterS !== undefined && count >= PAGES) break;
    if (count !== last.count) last = { count, atMs: performance.now() };
    if (performance.now() - last.atMs > STUCK_MS) throw new Error(`${count} of ${PAGES} pages after ${seconds()} s`);
    await pause();
  }
  const used = [...cpuByRole(site.fleet)].map(([role, ms]) => [role, (ms - (before.get(role) ?? 0)) / PAGES] as const);
  const end = memory.median();
  return { first: first ?? end, last: end, pagesAfterS, allAfterS: seconds(), cpuMs: new Map(used) };
};

const sum = (values: Iterable<number>): number => [...values].reduce((total, one) => total + one, 0);

const rowOf = (name: string, { first, last, pagesAfterS, allAfterS, cpuMs }: Measured): string[] => [
  ...[name, sum(cpuMs.values()).toFixed(1), (cpuMs.get('batch-fanout') ?? 0).toFixed(1)],
  ...[pagesAfterS.toFixed(0), allAfterS.toFixed(0)],
  ...[first, last].map((memory) => sum(Object.values(memory)).toFixed(0)),
  ...[first, last].map((memory) => (memory['batch-fanout'] ?? 0).toFixed(0)),
];

const HEADS = [
  ...['', 'CPU ms per page', 'of batch-fanout', 'pages after s', 'events after s'],
  ...['MB at a fifth', 'MB at the end', 'batch-fanout, MB at a fifth', 'at the end'],
];

/** A crawl whose receiver gets an event for each page, beside the same one without. */
export const measurePageEvents = async (checkouts: ReadonlyMap<string, string>): Promise<Said> => {
  const site = await startCrawlSite({ articles: PAGES - 1, facetValues: 0, hasTraps: false, textChars: TEXT_CHARS });
  const receiver = await startReceiver();
  const port = Number(new URL(site.url).port);
  const env = { EGRESS_ALLOW: [site.url, receiver.url].map((url) => new URL(url).host).join(',') };
  const rows: string[][] = [];
  const verdicts: string[] = [];
  let isFlat = true;
  try {
    for (const [name, folder] of checkouts) {
      await withFleets([{ folder, options: { name, port, env } }], async ([fleet]) => {
        if (!fleet) throw new Error('there is no fleet');
        await warmUpCrawl(fleet, PAGES);
        for (const [title, told] of [
          ['without events', undefined],
          ['one event a page', receiver],
        ] as const) {
          receiver.ids.clear();
          const measured = await measure(fleet, told);
          const growing = growingRoles(measured.first, measured.last);
          isFlat &&= growing.length === 0;
          rows.push(rowOf(`${name}, ${title}`, measured));
          verdicts.push(`${name}, ${title}: ${memoryVerdict(growing)}.`);
          console.log(rows.at(-1)?.join(', '));
        }
      });
    }
  } finally {
    receiver.close();
    await site.close();
  }
  return {
    text: `${PAGES} pages of ${TEXT_CHARS / 1_000} kB.\n\n${tableOf([HEADS, ...rows])}\n\n${verdicts.join(' ')}`,
    isFlat,
  };
};
