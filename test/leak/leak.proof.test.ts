import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  ApiClient,
  inParallel,
  poll,
  proofSize,
  recordProof,
  settingOf,
  startFleet,
  startTargetSite,
  type Fleet,
  type TargetSite,
} from '@quarry/testkit';
import { listenerWarnings, namesIn, openDescriptors, startTicksOf } from './leftovers.js';

const WAVES = proofSize(1, 6);
const SCRAPES_PER_WAVE = proofSize(27, 500);
/** Waves before the comparison, so that caches are filled. */
const WARM_UP = proofSize(0, 100);
/** Rounds of pages that need a browser, per wave; the rest is plain. */
const HOSTILE_ROUNDS = proofSize(1, 3);
/** Pages per wave that never end by themselves; their timeout alone takes as long as the short form may. */
const ENDLESS_LOOPS = proofSize(0, 1);
const ENDLESS_HANGS = proofSize(1, 2);
const WIDTH = 16;
/** Longest time after a wave until everything is released. */
const SETTLE_MS = 30_000;
const POLL_MS = 250;
/** RSS of a service after the last wave, as a share of that after the first. */
const MAX_RSS_GROWTH = 1.1;
/** How long targets keep requests that they never respond to. */
const TARGET_HOLDS_MS = 1_500;
/** Idle connections that may be kept for the next request. */
const SPARE_DESCRIPTORS = 8;
/** An idle browser keeps at most one renderer ready for the next page. */
const MAX_IDLE_RENDERERS = 1;
const SERVICES = ['gateway', 'browser-scrape', 'batch-fanout', 'redis'] as const;

let site: TargetSite;
let fleet: Fleet;
let api: ApiClient;
let temporaryDir: string;
let startedAtMs: number;
const wrong: string[] = [];
const rssMb: Record<string, number[]> = {};
let scrapes = 0;
let brokenGates = 0;

beforeAll(async () => {
  startedAtMs = performance.now();
  temporaryDir = await mkdtemp(join(tmpdir(), 'quarry-leak-'));
  site = await startTargetSite();
  fleet = await startFleet({
    services: ['gateway', 'browser-scrape', 'batch-fanout'],
    env: { EGRESS_ALLOW: site.host, TMPDIR: temporaryDir },
  });
  api = new ApiClient(fleet);
}, 180_000);

afterAll(async () => {
  await fleet.stop();
  await site.close();
  const left = browserFolders();
  await rm(temporaryDir, { recursive: true, force: true });
  const trend = Object.entries(rssMb).map(([service, rss]) => `${service} ${rss[0]} -> ${rss.at(-1)} MB`);
  recordProof({
    name: `leak gate, ${WAVES} waves of ${SCRAPES_PER_WAVE}`,
    cases: scrapes,
    failures: brokenGates + wrong.length,
    seconds: (performance.now() - startedAtMs) / 1000,
    note: trend.join(', '),
  });
  expect(left).toEqual([]);
}, 60_000);

/** One gauge of a service's metrics; undefined where it has none. */
const gaugeOf = async (healthPort: string, name: string): Promise<number | undefined> => {
  const text = await (await fetch(`http://127.0.0.1:${healthPort}/metrics`)).text();
  const value = new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, 'm').exec(text)?.[1];
  return value === undefined ? undefined : Number(value);
};

const browserFolders = (): string[] => namesIn(temporaryDir).filter((name) => name.startsWith('quarry-browser-'));

type Kind = (index: number) => Promise<void>;

const ask =
  (path: string, extra: Record<string, unknown>, statuses: readonly number[]): Kind =>
  async (index) => {
    const { status, body } = await api.scrape({ url: `${site.url}${path}`, outputFormat: ['markdown'], ...extra });
    if (!statuses.includes(status)) wrong.push(`${index} ${path}: ${status} ${JSON.stringify(body).slice(0, 200)}`);
  };

const plain = (path: string, ...statuses: number[]): Kind => ask(path, { jsRendering: false }, statuses);
/** The renderer of another scrape may be killed twice in a row; then its page fails. */
const rendered = (path: string, ...statuses: number[]): Kind => ask(path, { jsRendering: true }, [...statuses, 500]);

/** The client disconnects once the target was requested. A request that has begun runs until its target ends it. */
const givenUp =
  (kind: string, jsRendering: boolean, argument: string | number = TARGET_HOLDS_MS): Kind =>
  async (index) => {
    const path = `/${kind}/${argument}-${jsRendering ? 'r' : 'p'}${index}-${scrapes}`;
    const controller = new AbortController();
    const answer = fetch(`${fleet.baseUrl}/scrape/web`, {
      method: 'POST',
      headers: { 'x-api-key': fleet.apiKey, 'content-type': 'application/json' },
      body: JSON.stringify({ url: `${site.url}${path}`, jsRendering }),
      signal: controller.signal,
    }).then(
      ({ status }) => {
        if (!(jsRendering && status === 500)) wrong.push(`${index} ${path}: ${status} instead of an end`);
      },
      () => undefined,
    );
    await Promise.race([site.reached(path, 1), answer]);
    // So that some disconnect while the page runs, and not all before it.
    await pause((index % 4) * 100);
    controller.abort();
    await answer;
  };

const renderers = (): number[] =>
  fleet
    .processes('chromium')
    .filter(({ commandLine }) => commandLine.includes('--type=renderer'))
    .map(({ pid }) => pid)
    .sort((one, other) => startTicksOf(other) - startTicksOf(one));

/** False when the process had already ended. */
const struck = (pid: number): boolean => {
  try {
    return process.kill(pid, 'SIGKILL');
  } catch {
    return false;
  }
};

const crashed: Kind = async (index) => {
  const path = `/busy/${index}-${scrapes}`;
  const answer = rendered(path, 200)(index);
  await Promise.race([site.reached(path, 1), answer]);
  const [newest] = renderers();
  if (newest !== undefined) struck(newest);
  await answer;
};

/** Kills the first renderer that appears until the target is requested, which is while the page is being opened. */
const crashedOpening: Kind = async (index) => {
  const path = `/js/opening-${index}-${scrapes}`;
  const before = new Set(renderers());
  let isOver = false;
  const answer = rendered(path, 200)(index);
  void Promise.race([site.reached(path, 1), answer]).then(() => (isOver = true));
  for (let strikes = 0; !isOver && strikes < 1;) {
    const fresh = renderers().find((pid) => !before.has(pid));
    if (fresh !== undefined && struck(fresh)) strikes += 1;
    await pause(5);
  }
  await answer;
};

const PLAIN: readonly Kind[] = [
  plain('/page/1', 200),
  plain('/status/404', 200),
  plain('/page/2', 200),
  plain('/status/500', 502),
  givenUp('stall', false),
  plain('/redirect/%2Fpage%2F3', 200),
  plain('/loop/1', 502),
  plain('/article/3000', 200),
  plain('/flood/1', 502),
  givenUp('drip', false),
  plain('/page/4', 200),
  plain('/cut/1', 502),
];

/** Pages that a browser simply shows or refuses. */
const PEACEFUL: readonly Kind[] = [
  rendered('/js', 200),
  rendered('/loop/1', 502),
  rendered('/status/404', 200),
  rendered('/status/500', 502),
  rendered('/redirect/%2Fjs', 200),
  rendered('/article/1000', 200),
];

const HOSTILE: readonly Kind[] = [
  givenUp('stall', true),
  crashed,
  rendered('/swell/1', 502),
  rendered('/popups/1', 200),
  crashedOpening,
  rendered('/dialogs/1', 200),
  givenUp('spin', true),
  rendered('/download/a', 502),
  ask('/page/5', { screenshot: true }, [200, 500]),
  rendered('/service-worker/1', 200),
  givenUp('drip', true),
  rendered('/worker/1', 200),
  rendered('/sockets/1', 200),
  ...(proofSize(0, 1) === 1 ? PEACEFUL : []),
];

const repeated = (times: number, kinds: readonly Kind[]): readonly Kind[] =>
  Array.from({ length: times }, () => kinds).flat();
/** The kinds of one wave in order: pages that never end first, then plain pages with the others spread among them. */
const mixOf = (count: number): readonly Kind[] => {
  const endless = [
    ...repeated(ENDLESS_HANGS, [givenUp('hang', true, 'a')]),
    ...repeated(ENDLESS_LOOPS, [rendered('/forever/1', 504)]),
  ];
  const hostile = repeated(HOSTILE_ROUNDS, HOSTILE);
  const all = Math.max(count - endless.length, 1);
  const mixed = Array.from({ length: all }, (_, index) => {
    const due = Math.floor(((index + 1) * hostile.length) / all);
    const isDue = due > Math.floor((index * hostile.length) / all);
    return (isDue ? hostile[due - 1] : PLAIN[index % PLAIN.length]) ?? plain('/page/1', 200);
  });
  return [...endless, ...mixed];
};

const runWave = async (count: number): Promise<void> => {
  const mix = mixOf(count);
  await inParallel(count, WIDTH, async (index) => {
    await mix[index]?.(index);
    scrapes += 1;
  });
};

const processOf = (service: string): { pid: number; rssBytes: number } => {
  // Redis runs behind a guard that ends it with the fleet.
  const own = fleet.processes(service).filter(({ commandLine }) => !commandLine.includes('guard.mjs'));
  expect({ service, processes: own.length }).toEqual({ service, processes: 1 });
  return own[0] ?? { pid: 0, rssBytes: 0 };
};

const browsers = (): number =>
  fleet.processes('chromium').filter(({ commandLine }) => !commandLine.includes('--type=')).length;

/** Everything that a wave may leave behind, as figures that must not grow. */
const readState = async (): Promise<Record<string, number>> => {
  const state: Record<string, number> = {};
  const usage = await api.usage();
  state['held credits'] = usage.heldCredits;
  state['leases'] = 64 - usage.availableConcurrency;
  state['renderers'] = Math.max(0, renderers().length - MAX_IDLE_RENDERERS);
  state['profiles beside browsers'] = namesIn(join(fleet.dataDir, 'chromium', 'browser-scrape')).length - browsers();
  state['temporary folders beside browsers'] = browserFolders().length - browsers();
  state['browsers'] = Math.max(0, browsers() - 1);
  state['listener warnings'] = listenerWarnings(fleet.dataDir).length;
  for (const service of SERVICES) {
    const { pid } = processOf(service);
    const { all, sockets } = openDescriptors(pid);
    state[`${service} descriptors`] = all;
    state[`${service} sockets`] = sockets;
    if (service === 'redis') continue;
    const healthPort = settingOf(pid, 'HEALTH_PORT') ?? '';
    state[`${service} resources`] = (await gaugeOf(healthPort, 'nodejs_active_resources_total')) ?? Number.NaN;
  }
  return state;
};

const isSpared = (name: string): boolean => /descriptors|sockets|resources/.test(name);

const overBaseline = (state: Record<string, number>, baseline: Record<string, number>): string[] =>
  Object.entries(state)
    .filter(([name, value]) => !(value <= (baseline[name] ?? 0) + (isSpared(name) ? SPARE_DESCRIPTORS : 0)))
    .map(([name, value]) => `${name}: ${value} instead of ${baseline[name] ?? 0}`);

const NOTHING_LEFT: Record<string, number> = {};

/** Waits until nothing is left over; returns what is left after the timeout. */
const settle = (baseline: Record<string, number>, isCompared: (name: string) => boolean) => {
  const read = async () => {
    // Requests that lost their connection are retried.
    site.hangUp();
    const state = await readState();
    const compared = Object.fromEntries(Object.entries(state).filter(([name]) => isCompared(name)));
    return { state, over: overBaseline(compared, baseline) };
  };
  return poll(read, ({ over }) => over.length === 0, { timeoutMs: SETTLE_MS, everyMs: POLL_MS });
};

const noteRss = (): void => {
  for (const service of SERVICES) (rssMb[service] ??= []).push(Math.round(processOf(service).rssBytes / 1e6));
};

describe(`${WAVES} waves of ${SCRAPES_PER_WAVE} mixed scrapes`, () => {
  let baseline: Record<string, number> | undefined;

  const ifCompared = WARM_UP > 0 ? it : it.skip;

  ifCompared(
    'warms up and comes to rest [long form only]',
    async () => {
      await runWave(WARM_UP);
      const { state, over } = await settle(NOTHING_LEFT, (name) => !isSpared(name));
      expect(over).toEqual([]);
      baseline = state;
    },
    600_000,
  );

  it.each(Array.from({ length: WAVES }, (_, index) => index + 1))(
    'leaves nothing behind after wave %i',
    async () => {
      const pids = SERVICES.map((service) => processOf(service).pid);
      await runWave(SCRAPES_PER_WAVE);
      const { state, over } = await settle(
        baseline ?? NOTHING_LEFT,
        (name) => baseline !== undefined || !isSpared(name),
      );
      baseline ??= state;
      brokenGates += over.length;
      noteRss();
      expect(over).toEqual([]);
      expect(SERVICES.map((service) => processOf(service).pid)).toEqual(pids);
    },
    900_000,
  );

  it('has answered every scrape as its target asked for', () => {
    expect(wrong).toEqual([]);
  });

  ifCompared.each(SERVICES)(
    'has left the memory of %s where it was after the first wave [long form only]',
    (service) => {
      const rss = rssMb[service] ?? [];
      const [first = Number.NaN, last = Number.NaN] = [rss[0], rss.at(-1)];
      const isSteady = last <= first * MAX_RSS_GROWTH;
      if (!isSteady) brokenGates += 1;
      expect({ rss, isSteady }).toEqual({ rss, isSteady: true });
    },
  );
});
