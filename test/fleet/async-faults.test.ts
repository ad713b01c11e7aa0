import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  ApiClient,
  fleetParts,
  openFaultsFolder,
  poll,
  proofSize,
  startFleet,
  startTargetSite,
  type Answer,
  type FaultsFolder,
  type Fleet,
  type TargetSite,
} from '@quarry/testkit';

/** Where a gateway dies during a call that nobody waits for: its row is there but no job, and its job is there but no 202. */
const POINTS = ['gateway.credits_held', 'gateway.enqueued'] as const;
/** Calls that were accepted and whose pages the worker is fetching. */
const RUNNING = 3;
const ROUNDS = proofSize(1, 10);
const TIMEOUT_MS = 60_000;
const PLACES = 64;

/** Webhook ids by the request that they tell of. */
const heard = new Map<string, string[]>();
const receiver = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const { type, data } = JSON.parse(Buffer.concat(chunks).toString()) as {
      type: string;
      data: { requestId: string };
    };
    const told = `${String(request.headers['webhook-id'])} ${type}`;
    heard.set(data.requestId, [...(heard.get(data.requestId) ?? []), told]);
    response.writeHead(204).end();
  });
});

beforeAll(async () => {
  await once(receiver.listen(0, '127.0.0.1'), 'listening');
});

afterAll(() => {
  receiver.closeAllConnections();
  receiver.close();
});

// The short form needs one kind of stores: what each does with an interrupted call is tested in its own suites.
describe.each(fleetParts().slice(0, proofSize(1, Infinity)))('on $name', (parts) => {
  let site: TargetSite;
  let faults: FaultsFolder;
  let fleet: Fleet;
  let api: ApiClient;
  let hook: string;

  beforeAll(async () => {
    const { port } = receiver.address() as AddressInfo;
    hook = `http://127.0.0.1:${port}/hook`;
    site = await startTargetSite();
    faults = openFaultsFolder();
    fleet = await startFleet({
      services: ['gateway', 'browser-scrape', 'batch-fanout'],
      env: {
        ...(await parts.prepare()),
        ...faults.env,
        EGRESS_ALLOW: `${site.host},127.0.0.1:${port}`,
        RESTART_DELAY_MAX_MS: '200',
      },
    });
    api = new ApiClient(fleet);
  }, 180_000);

  afterAll(async () => {
    await fleet.stop();
    await site.close();
    faults.close();
  }, 60_000);

  /** The call of a patient client: made again with its key until it is answered. */
  const launch = async (path: string): Promise<string> => {
    const call = { url: `${site.url}${path}`, jsRendering: false, webhook: { url: hook } };
    const headers = { prefer: 'respond-async', 'idempotency-key': path };
    const answer = await poll(
      () => api.send('POST', '/scrape/web', call, headers).catch(() => undefined),
      (last) => last !== undefined && last.status < 500,
      { timeoutMs: TIMEOUT_MS },
    );
    // Its response, where it has ended meanwhile.
    expect([200, 202]).toContain(answer?.status);
    return String(answer?.headers.get('x-request-id'));
  };

  const gatewayIds = (): number[] => fleet.processes('gateway').map(({ pid }) => pid);

  const untilEnded = async (id: string): Promise<unknown> => {
    const read = (): Promise<Answer | undefined> => api.send('GET', `/requests/${id}`).catch(() => undefined);
    const statusOf = (answer: Answer | undefined): unknown =>
      (answer?.body['data'] as { status: string } | undefined)?.status;
    const isEnded = (answer: Answer | undefined): boolean => ['ok', 'error'].includes(String(statusOf(answer)));
    return (await poll(read, isEnded, { timeoutMs: TIMEOUT_MS }))?.body['data'];
  };

  describe('a gateway killed in the middle of calls that nobody waits for', () => {
    it.each(Array.from({ length: ROUNDS }, (_, round) => round))(
      'loses none of them: each ends, is charged once, and is told of under one id (round %d)',
      async (round) => {
        const before = await api.usage();
        const group = `async-${parts.name.length}-${round}`;
        const paths = Array.from({ length: RUNNING }, (_, index) => `/held/${group}/${index}`);
        const running = await Promise.all(paths.map(launch));
        await Promise.all(paths.map((path) => site.reached(path, 1)));
        const killed = gatewayIds();
        for (const pid of killed) process.kill(pid, 'SIGKILL');
        const cut: string[] = [];
        for (const point of POINTS) {
          // The next gateway dies within the call as well.
          faults.arm(point, 'kill');
          cut.push(await launch(`/page/${group}-${point}`));
          expect(faults.isArmed(point)).toBe(false);
        }
        expect(gatewayIds().filter((pid) => killed.includes(pid))).toEqual([]);
        site.release(group);

        const ids = [...running, ...cut];
        for (const id of ids) expect(await untilEnded(id)).toMatchObject({ id, status: 'ok', creditsCharged: 1 });
        await poll(
          () => ids.filter((id) => !heard.has(id)),
          (missing) => missing.length === 0,
          { timeoutMs: TIMEOUT_MS },
        );
        const told = ids.map((id) => [...new Set(heard.get(id))]);
        expect(told).toEqual(ids.map((id) => [`${id}.completed request.completed`]));
        const settled = await poll(
          () => api.usage(),
          ({ heldCredits, availableConcurrency }) => heldCredits === 0 && availableConcurrency === PLACES,
          { timeoutMs: TIMEOUT_MS },
        );
        expect(settled).toMatchObject({ heldCredits: 0, availableConcurrency: PLACES });
        expect(before.availableCredits - settled.availableCredits).toBe(ids.length);
      },
      3 * TIMEOUT_MS,
    );
  });
});
