import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from '@jest/globals';
import { openStore, type Store } from '@quarry/store';
import {
  ApiClient,
  fleetParts,
  inParallel,
  proofSize,
  runCli,
  startFleet,
  startTargetSite,
  startTestRedis,
  type Fleet,
  type FleetParts,
  type TargetSite,
} from '@quarry/testkit';
import {
  crash,
  faultsOf,
  fetchDigest,
  linksIn,
  readBooks,
  startGatedSite,
  startReceiver,
  until,
  type GatedSite,
  type Receiver,
} from './backup-scene.js';

const ACCOUNT = 'shop';
const ITEMS = 24;
/** Calls that end before the backup; the others wait for their site. */
const EARLY_ITEMS = 16;
const CALLERS = 3;
const BATCH = '/scrape/batch/web';
/** Longer than the deadline of any request. */
const PAST_DEADLINES_MS = 400_000;
/** On two idle cores both drills take a minute together. */
const DRILL_MS = 400_000;

const SERVICES = ['gateway', 'browser-scrape', 'batch-fanout'] as const;

type Env = Readonly<Record<string, string>>;

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
}, 60_000);

const onEnd = <Part>(part: Part, end: (part: Part) => unknown): Part => {
  ends.push(() => end(part));
  return part;
};

const newFolder = async (name: string): Promise<string> =>
  onEnd(await mkdtemp(join(tmpdir(), `quarry-${name}-`)), (folder) => rm(folder, { recursive: true, force: true }));

interface Deployed {
  readonly env: Env;
  readonly dataDir: string;
}

const withStore = async <Value>({ env, dataDir }: Deployed, run: (store: Store) => Promise<Value>): Promise<Value> => {
  const store = await openStore({ dataDir, mongodbUri: env['MONGODB_URI'] });
  try {
    return await run(store);
  } finally {
    await store.close();
  }
};

/** An account with a key, and one that is revoked. */
const openAccount = (deployed: Deployed): Promise<{ apiKey: string; revoked: string }> =>
  withStore(deployed, async (store) => {
    const plan = { creditsPerPeriod: 10_000, periodDays: 30, renew: true };
    await store.accounts.create({ id: ACCOUNT, name: ACCOUNT, plan, concurrency: 32 });
    const keys = [1, 2].map(() => store.keys.create({ accountId: ACCOUNT, name: 'test' }));
    const [live, other] = await Promise.all(keys);
    await store.keys.revoke(other?.key.id ?? '');
    return { apiKey: live?.plainKey ?? '', revoked: other?.plainKey ?? '' };
  });

const scrape = (api: ApiClient, site: TargetSite, path: string, options: object = { jsRendering: false }) =>
  api.scrape({ url: site.url + path, ...options });

/** Charged responses with stored files, one with a screenshot; a digest of each file by its path. */
const collectAnswers = async (api: ApiClient, site: TargetSite): Promise<Map<string, string>> => {
  const answers = await inParallel(5, 5, (index) =>
    index === 0
      ? scrape(api, site, '/page/shot', { screenshot: true })
      : scrape(api, site, `/page/${index}`, { jsRendering: false, outputFormat: ['html', 'markdown'] }),
  );
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  const paths = answers.flatMap(({ body }) => linksIn(body));
  expect(paths.filter((path) => /\.(png|jpe?g|webp)$/.test(path))).not.toEqual([]);
  return new Map(await Promise.all(paths.map(async (path) => [path, await fetchDigest(api, path)] as const)));
};

const submit = async (api: ApiClient, gate: GatedSite, receiver: Receiver): Promise<string> => {
  const requests = Array.from({ length: ITEMS }, (_, index) => ({
    url: `${gate.url}/${index < EARLY_ITEMS ? 'now' : 'later'}/${index}`,
    jsRendering: false,
  }));
  const webhook = { url: receiver.url, events: ['batch.started', 'batch.completed'] };
  const { status, body } = await api.send('POST', BATCH, { requests, webhook });
  expect({ status, jobId: typeof body['jobId'] }).toEqual({ status: 200, jobId: 'string' });
  return String(body['jobId']);
};

interface Job {
  readonly status: string;
  readonly responsesCount: number;
  readonly creditsCharged: number;
}

const readJob = async (api: ApiClient, jobId: string): Promise<Job> =>
  // safe because the contract's own tests guard the shape
  (await api.send('GET', `${BATCH}/${jobId}`)).body['data'] as Job;

/** Calls continuously; their results are ignored. */
const keepCalling = (api: ApiClient, site: TargetSite): { stop: () => Promise<unknown> } => {
  let isOver = false;
  const calling = inParallel(CALLERS, CALLERS, async () => {
    while (!isOver) await scrape(api, site, '/slow/60').catch(() => undefined);
  });
  return {
    stop: () => {
      isOver = true;
      return calling;
    },
  };
};

/** Writes to the store continuously: all calls may be waiting for pages while it is read. */
const whileWriting = <Value>(deployed: Deployed, run: () => Promise<Value>): Promise<Value> =>
  withStore(deployed, async (store) => {
    let isOver = false;
    const write = async (): Promise<void> => {
      const [requestId, scope] = [randomUUID(), { accountId: ACCOUNT, route: 'scrape/web', key: randomUUID() }];
      await store.idempotency.begin({ ...scope, requestId, fingerprint: 'drill', leaseMs: 1, retentionMs: 60_000 });
    };
    const writing = (async () => {
      while (!isOver) await write();
    })();
    try {
      return await run();
    } finally {
      isOver = true;
      await writing;
    }
  });

/** SQLite is copied under load. MongoDB refuses that, and is copied after the crash. */
const backUp = async (fleet: Fleet, deployed: Deployed, folder: string): Promise<void> => {
  const { env, dataDir } = deployed;
  const cliEnv = { ...env, QUARRY_DATA: dataDir };
  if (env['MONGODB_URI'] !== undefined) {
    const refused = await whileWriting(deployed, () => runCli(['backup', join(folder, 'refused')], cliEnv));
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('Stop every service') });
    expect((await runCli(['restore', '--check', join(folder, 'refused')], cliEnv)).code).toBe(1);
    await crash(fleet);
  }
  expect(await runCli(['backup', join(folder, 'backup')], cliEnv)).toMatchObject({ code: 0 });
  await crash(fleet);
};

/** After the restore: nothing is lost, nothing is charged twice, nothing stays held. */
const expectBooks = (restored: Deployed, atBackup: { open: readonly string[]; charged: number }): Promise<void> =>
  withStore(restored, async (store) => {
    // As gateways do once the deadlines have passed.
    await until('no hold is left', async () => {
      await store.requests.sweepExpired({ graceMs: -PAST_DEADLINES_MS, limit: 100 });
      return (await store.accounts.period(ACCOUNT))?.held === 0;
    });
    const books = await readBooks(store, ACCOUNT);
    expect(await faultsOf(store, books)).toEqual([]);
    const ended = books.rows.filter(({ id }) => atBackup.open.includes(id));
    expect(ended.map(({ state, chargedCredits }) => `${state} ${chargedCredits}`)).toEqual(
      atBackup.open.map(() => 'expired 0'),
    );
    expect(books.jobs.map(({ state, chargedCredits }) => [state, chargedCredits])).toEqual([['done', ITEMS]]);
    expect(books.period.charged).toBe(atBackup.charged + ITEMS);
  });

const goOn = async (fleet: Fleet, apiKey: string, jobId: string): Promise<void> => {
  const api = new ApiClient({ ...fleet, apiKey });
  await until('the batch ends', async () => (await readJob(api, jobId)).status === 'done');
  const { body } = await api.send('GET', `${BATCH}/${jobId}/results?page=1&limit=1000`);
  // safe because the contract's own tests guard the shape
  const rows = body['results'] as { query: { url: string }; result: { id: string; status: string } }[];
  expect(new Set(rows.map(({ query }) => query.url)).size).toBe(ITEMS);
  expect(rows.filter(({ result }) => result.status === 'ok')).toHaveLength(ITEMS);
  expect(new Set(rows.map(({ result }) => result.id)).size).toBe(ITEMS);
};

const drill = async (parts: FleetParts, at: (step: string) => void): Promise<void> => {
  const site = onEnd(await startTargetSite(), (one) => one.close());
  const redis = onEnd(await startTestRedis(), (one) => one.close());
  const receiver = onEnd(await startReceiver(), (one) => one.close());
  const gate = onEnd(await startGatedSite(), (one) => one.close());
  const shared = {
    REDIS_URL: redis.url,
    EGRESS_ALLOW: [site, receiver, gate].map(({ host }) => host).join(','),
    SLOTS: '16',
    BROWSER_CONTEXTS: '1',
  };
  const first = { env: { ...shared, ...(await parts.prepare()) }, dataDir: await newFolder('first') };
  at('the first fleet starts');
  const fleet = onEnd(await startFleet({ ...first, services: SERVICES }), (one) => one.stop());
  const { apiKey, revoked } = await openAccount(first);
  const api = new ApiClient({ ...fleet, apiKey });
  at('calls before the backup');
  const digests = await collectAnswers(api, site);
  void scrape(api, site, '/hang').catch(() => undefined);
  await site.reached('/hang', 1);
  at('half of a batch');
  const jobId = await submit(api, gate, receiver);
  const callers = keepCalling(api, site);
  await until('a webhook waits', () => receiver.refused.size > 0);
  await until('half of the batch', async () => (await readJob(api, jobId)).responsesCount === EARLY_ITEMS);
  at('the backup and the crash');
  const folder = await newFolder('backup');
  await backUp(fleet, first, folder);
  at('callers end');
  await callers.stop();

  at('the restore');
  await rm(first.dataDir, { recursive: true });
  await redis.command('FLUSHALL');
  const second = { env: { ...shared, ...(await parts.prepare()) }, dataDir: await newFolder('second') };
  const restored = await runCli(['restore', join(folder, 'backup')], { ...second.env, QUARRY_DATA: second.dataDir });
  expect(restored).toMatchObject({ code: 0 });
  const moment = await withStore(second, async (store) => {
    const books = await readBooks(store, ACCOUNT);
    // MongoDB was copied in the middle of steps, which the fleet continues.
    if (parts.name === 'embedded parts') expect(await faultsOf(store, books)).toEqual([]);
    return books;
  });
  const open = moment.rows.filter(({ state }) => state === 'open').map(({ id }) => id);
  const charged = moment.rows.reduce((sum, row) => sum + row.chargedCredits, 0);
  expect(open.length).toBeGreaterThan(0);
  expect(moment.jobs.map(({ state, chargedCredits }) => [state, chargedCredits])).toEqual([
    ['in_progress', EARLY_ITEMS],
  ]);

  receiver.open();
  gate.open();
  at('the second fleet starts');
  const again = onEnd(await startFleet({ ...second, services: SERVICES }), (one) => one.stop());
  at('the batch goes on');
  await goOn(again, apiKey, jobId);
  at('files and webhooks');
  const owner = new ApiClient({ ...again, apiKey });
  expect((await new ApiClient({ ...again, apiKey: revoked }).send('GET', '/user/me/usage')).status).toBe(401);
  for (const [path, digest] of digests) expect(await fetchDigest(owner, path)).toBe(digest);
  const kept = moment.rows.filter(({ answerName }) => answerName !== undefined);
  const found = await inParallel(kept.length, 8, async (index) =>
    fetchDigest(owner, `/files/${ACCOUNT}/${kept[index]?.id}/${kept[index]?.answerName}`),
  );
  expect(found.filter((digest) => digest.startsWith('status'))).toEqual([]);
  await until('the webhooks have come', () => receiver.heard.size === 2);
  expect([...receiver.heard.keys()]).toEqual(expect.arrayContaining([...receiver.refused]));
  at('the books');
  await expectBooks(second, { open, charged });
};

/** A drill that says what it waits for when its time is over. */
const timedDrill = async (parts: FleetParts): Promise<void> => {
  let step = 'its start';
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => reject(new Error(`${parts.name}: not done after ${DRILL_MS / 1_000} s, at "${step}"`)),
    DRILL_MS,
  );
  const at = (next: string): void => {
    step = next;
  };
  try {
    await Promise.race([drill(parts, at), late]);
  } finally {
    clearTimeout(timer);
  }
};

it(
  'a backup of a fleet at work brings it back: money, keys, files, batch and webhooks',
  async () => {
    const results = await Promise.allSettled(fleetParts().slice(0, proofSize(1, Infinity)).map(timedDrill));
    const failed = results.filter((result) => result.status === 'rejected');
    if (failed[0]) throw failed[0].reason;
  },
  DRILL_MS + 10_000,
);
