import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import {
  ApiClient,
  inParallel,
  proofSize,
  recordProof,
  settingOf,
  spawnService,
  startEngineSite,
  startFleet,
  startSite,
  startTargetSite,
  type Answer,
  type EngineSite,
  type Fleet,
  type FleetService,
  type MadeSite,
  type Replica,
  type TargetSite,
} from '@quarry/testkit';

/** Few slots and slow targets: a replica is limited by its slots, not by the machine's cores. */
const SLOTS = 2;
const TARGET_MS = proofSize(500, 2_500);
const JOBS = 12;
/** Calls before those that count: the first ones of a new process take longer. */
const FIRST_JOBS = 4;
const CALLERS = 8;
/** One replica sends a receiver 4 webhooks at once. */
const RECEIVER_MS = 1_200;
const DELIVERIES = 24;
const SHARED_CALLS = 40;
/** One gateway sends 4 exports of one account at once. */
const READER_MS = 3_000;
const EXPORTS = 8;
const [EXPORTED_ITEMS, EXPORTED_KIB] = [12, 1_000];
/** More than connections buffer, so that unread data stays in the gateway. */
const MIN_EXPORT_BYTES = 10 * 1_048_576;
/** Twice the replicas do at least this many times the work in the same time. */
const MIN_GROWTH = 1.6;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Accepts every webhook, after a while. */
class SlowReceiver {
  /** When each was accepted, by its id. */
  readonly takenAtMs = new Map<string, number>();
  readonly #server = createServer((request, response) => {
    request.resume();
    // oxlint-disable-next-line quarry/no-long-sleep -- a receiver that is slow, for the measurement
    void pause(RECEIVER_MS).then(() => {
      this.takenAtMs.set(String(request.headers['webhook-id']), performance.now());
      response.writeHead(204).end();
    });
  });

  async start(): Promise<void> {
    await once(this.#server.listen(0, '127.0.0.1'), 'listening');
  }

  get host(): string {
    return `127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async taken(count: number): Promise<void> {
    while (this.takenAtMs.size < count) await pause(20);
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

const receiver = new SlowReceiver();
let page: TargetSite;
let engine: EngineSite;
let place: MadeSite;
let fleet: Fleet;
let api: ApiClient;

/** The short form checks that replicas share the work; only the long one measures the gain. */
const isMeasured = proofSize(0, 1) === 1;
const ifMeasured = isMeasured ? it : it.skip;

beforeAll(async () => {
  [page, engine, place] = await Promise.all([
    startTargetSite(),
    startEngineSite(),
    startSite('localreviews', { delayMs: TARGET_MS }),
    receiver.start(),
  ]);
  fleet = await startFleet({
    ...(isMeasured
      ? { replicas: { gateway: 2 } }
      : { services: ['gateway', 'browser-scrape'], replicas: { gateway: 2, 'browser-scrape': 2 } }),
    env: {
      EGRESS_ALLOW: `${page.host},${receiver.host}`,
      ORIGIN_ENGINEA: engine.url,
      ORIGIN_LOCALREVIEWS: place.url,
      SLOTS: String(SLOTS),
    },
  });
  api = new ApiClient(fleet);
}, 180_000);

/** Replicas beside those of the fleet. */
const added: Replica[] = [];
const stopAdded = (): Promise<unknown> => Promise.all(added.splice(0).map((replica) => replica.stop()));

afterEach(stopAdded, 70_000);
afterAll(async () => {
  await fleet.stop();
  receiver.close();
  await Promise.all([page.close(), engine.close(), place.close()]);
}, 60_000);

/** Calls of one kind, each for a different page, and their price. */
interface Kind {
  readonly service: FleetService;
  readonly credits: number;
  readonly call: (client: ApiClient, index: number) => Promise<Answer>;
  /** Requests to the target so far. */
  readonly asked: () => number;
}

const KINDS: readonly Kind[] = [
  {
    service: 'browser-scrape',
    credits: 1,
    call: (client) => client.scrape({ url: `${page.url}/slow/${TARGET_MS}`, jsRendering: false }),
    asked: () => page.hits.get(`/slow/${TARGET_MS}`) ?? 0,
  },
  {
    service: 'serp',
    credits: 10,
    call: (client, index) => client.send('GET', `/scrape/enginea/serp?q=!slow+${TARGET_MS}+granite+${index}`),
    asked: () => [...engine.hits.values()].reduce((sum, count) => sum + count, 0),
  },
  {
    service: 'sites',
    credits: 10,
    call: (client, index) => client.send('GET', `/scrape/localreviews/place?placeId=made-${index}`),
    asked: () => place.asked.length,
  },
];

/** Pages that respond at once. */
const FAST: Kind = {
  service: 'gateway',
  credits: 1,
  call: (client) => client.scrape({ url: `${page.url}/page/fast`, jsRendering: false }),
  asked: () => page.hits.get('/page/fast') ?? 0,
};

/** Calls per second; every call is right and reaches its target once. */
const callAll = async (
  { credits, call, asked }: Kind,
  clients: readonly ApiClient[],
  jobs: number,
): Promise<number> => {
  const askedBefore = asked();
  const startedAt = performance.now();
  const answers = await inParallel(jobs, CALLERS, (index) => call(clients[index % clients.length] ?? api, index));
  const seconds = (performance.now() - startedAt) / 1_000;
  const told = answers.map(({ status, headers }) => [status, headers.get('x-credits-charged')]);
  expect(told).toEqual(Array.from({ length: jobs }, () => [200, String(credits)]));
  expect(asked() - askedBefore).toBe(jobs);
  return jobs / seconds;
};

/** Runs `work`, then checks that the account has paid exactly this, and that nothing is held. */
const paying = async <T>(credits: number, work: () => Promise<T>): Promise<T> => {
  const before = await api.usage();
  const result = await work();
  expect(await api.usage()).toMatchObject({ availableCredits: before.availableCredits - credits, heldCredits: 0 });
  return result;
};

/** The gain in rate of each service with a second replica, in the same fleet. */
const growthOf = async (
  services: readonly FleetService[],
  cases: readonly number[],
  perSecond: () => Promise<readonly number[]>,
): Promise<Record<string, number>> => {
  const startedAt = performance.now();
  const alone = await perSecond();
  for (const service of services) added.push(await spawnService(fleet, service));
  const both = await perSecond();
  await stopAdded();
  const entries = services.map((service, index): [string, number] => {
    const [before, after] = [alone[index] ?? 0, both[index] ?? 0];
    recordProof({
      ...{ name: `${service}: one replica, then two`, cases: 2 * (cases[index] ?? 0), failures: 0 },
      seconds: (performance.now() - startedAt) / 1_000,
      note: `${before.toFixed(2)} a second, then ${after.toFixed(2)}: ${(after / before).toFixed(2)} times`,
    });
    return [service, after / before];
  });
  return Object.fromEntries(entries);
};

const tooLittle = (growth: Readonly<Record<string, number>>): Record<string, number> =>
  Object.fromEntries(Object.entries(growth).filter(([, times]) => times < MIN_GROWTH));

const hasPending = async (): Promise<boolean> => {
  const { body } = await api.send('GET', '/webhooks/deliveries?state=pending');
  return (body['data'] as { readonly deliveries: readonly unknown[] }).deliveries.length > 0;
};

/** Webhooks that have been delivered, by their ids. */
const deliverOnce = async (): Promise<string[]> => {
  const webhook = { url: `http://${receiver.host}/hook`, events: ['batch.completed'] };
  const requests = [{ url: `${page.url}/page/one`, jsRendering: false }];
  receiver.takenAtMs.clear();
  await paying(DELIVERIES, async () => {
    await inParallel(DELIVERIES, CALLERS, () => api.send('POST', '/scrape/batch/web', { requests, webhook }));
    await receiver.taken(DELIVERIES);
  });
  // Deliveries that are not stored yet are not sent again.
  while (await hasPending()) await pause(20);
  return [...receiver.takenAtMs.keys()];
};

/** Webhooks per second to one slow receiver when all are due again. */
const deliverAgain = async (ids: readonly string[]): Promise<number> => {
  receiver.takenAtMs.clear();
  const startedAt = performance.now();
  const answers = await inParallel(ids.length, CALLERS, (index) =>
    api.send('POST', `/webhooks/deliveries/${ids[index]}/redeliver`),
  );
  expect(answers.filter(({ status }) => status >= 300)).toEqual([]);
  await receiver.taken(ids.length);
  expect([...receiver.takenAtMs.keys()].sort()).toEqual([...ids].sort());
  return ids.length / ((Math.max(...receiver.takenAtMs.values()) - startedAt) / 1_000);
};

/** Address of the results of an ended batch with large pages. */
const makeExport = async (): Promise<string> => {
  const requests = Array.from({ length: EXPORTED_ITEMS }, (_, index) => ({
    ...{ url: `${page.url}/article/${EXPORTED_KIB}?${index}`, jsRendering: false },
  }));
  const { body } = await api.send('POST', '/scrape/batch/web', { requests });
  const path = `/scrape/batch/web/${String(body['jobId'])}`;
  const isDone = async (): Promise<boolean> => {
    const answer = await api.send('GET', path);
    return (answer.body['data'] as { readonly status: string }).status === 'done';
  };
  while (!(await isDone())) await pause(50);
  return `${path}/results.ndjson?answers=true`;
};

/** Requests an export and reads it after a while; uncompressed, as it would fit into the connection's buffers otherwise. */
const readSlowly = async (baseUrl: string, path: string): Promise<readonly unknown[]> => {
  const headers = { 'x-api-key': fleet.apiKey, 'accept-encoding': 'identity' };
  const answer = await fetch(baseUrl + path, { headers });
  // oxlint-disable-next-line quarry/no-long-sleep -- a reader that is slow, for the measurement
  await pause(READER_MS);
  const body = Buffer.from(await answer.arrayBuffer());
  return [answer.status, body.length >= MIN_EXPORT_BYTES, createHash('sha256').update(body).digest('hex')];
};

/** Exports per second, requested at once and evenly from all gateways; every reader gets the same complete one. */
const readAllSlowly = async (baseUrls: readonly string[], path: string): Promise<number> => {
  const startedAt = performance.now();
  const read = await inParallel(EXPORTS, EXPORTS, (index) => readSlowly(baseUrls[index % baseUrls.length] ?? '', path));
  const seconds = (performance.now() - startedAt) / 1_000;
  expect(read).toEqual(Array.from({ length: EXPORTS }, () => [200, true, read[0]?.[2]]));
  return EXPORTS / seconds;
};

/** Jobs that a worker's metrics report as ended. */
const jobsEnded = async (pid: number): Promise<number> => {
  const answer = await fetch(`http://127.0.0.1:${settingOf(pid, 'HEALTH_PORT')}/metrics`);
  const counts = [...(await answer.text()).matchAll(/job_duration_seconds_count\{[^}]*\} (\d+)$/gm)].map(([, count]) =>
    Number(count),
  );
  return counts.reduce((sum, count) => sum + count, 0);
};

describe('twice the replicas', () => {
  ifMeasured(
    'of browser-scrape, serp and sites do twice the work [long form only]',
    async () => {
      // At the same time, as each only waits.
      const credits = KINDS.reduce((sum, kind) => sum + (FIRST_JOBS + JOBS) * kind.credits, 0);
      const call = (jobs: number): Promise<number[]> => Promise.all(KINDS.map((kind) => callAll(kind, [api], jobs)));
      const perSecond = (): Promise<number[]> => paying(credits, () => call(FIRST_JOBS).then(() => call(JOBS)));
      const services = KINDS.map(({ service }) => service);
      const cases = services.map(() => JOBS);
      expect(tooLittle(await growthOf(services, cases, perSecond))).toEqual({});
    },
    180_000,
  );

  ifMeasured(
    'of batch-fanout and the gateway serve slow receivers and slow readers twice as fast [long form only]',
    async () => {
      const ids = await deliverOnce();
      expect(ids).toHaveLength(DELIVERIES);
      const path = await paying(EXPORTED_ITEMS, makeExport);
      const perSecond = (): Promise<number[]> =>
        paying(0, () => {
          // A second gateway comes after the second batch-fanout.
          const gateways = [fleet.baseUrl, ...added.slice(1).map(({ baseUrl }) => baseUrl)];
          return Promise.all([deliverAgain(ids), readAllSlowly(gateways, path)]);
        });
      const growth = await growthOf(['batch-fanout', 'gateway'], [DELIVERIES, EXPORTS], perSecond);
      expect(tooLittle(growth)).toEqual({});
    },
    120_000,
  );

  it('are all at work, and each call is charged and reaches its target once', async () => {
    const clients = fleet.gateways.map((baseUrl) => new ApiClient({ ...fleet, baseUrl }));
    const [pages] = KINDS;
    if (pages === undefined) throw new Error('there are no kinds');
    await paying(JOBS, () => callAll(pages, clients, JOBS));
    if (isMeasured) return;
    const workers = fleet.processes('browser-scrape');
    const ended = (): Promise<number[]> => Promise.all(workers.map(({ pid }) => jobsEnded(pid)));
    const sumOf = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0);
    // A job is counted a moment after its caller has the response.
    while (sumOf(await ended()) < JOBS) await pause(20);
    const counts = await ended();
    expect([counts.length, sumOf(counts)]).toEqual([2, JOBS]);
    expect(Math.min(...counts)).toBeGreaterThan(0);
  }, 60_000);

  it('of the gateway serve one account together', async () => {
    const clients = fleet.gateways.map((baseUrl) => new ApiClient({ ...fleet, baseUrl }));
    expect(clients).toHaveLength(2);
    const url = `${page.url}/page/shared`;
    const headers = { 'idempotency-key': 'asked-of-both' };
    const answers = await paying(1, () =>
      Promise.all(clients.map((client) => client.send('POST', '/scrape/web', { url }, headers))),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(answers[1]?.body).toEqual(answers[0]?.body);
    expect(page.hits.get('/page/shared')).toBe(1);
    await paying(SHARED_CALLS, () => callAll(FAST, clients, SHARED_CALLS));
    const [first, second] = await Promise.all(clients.map((client) => client.usage()));
    expect(first).toEqual(second);
  }, 60_000);
});
