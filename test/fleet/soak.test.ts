import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  ApiClient,
  inParallel,
  keptBytes,
  proofSize,
  sharedFleet,
  startFleet,
  startSharedSite,
  SHARED_NET,
  type Answer,
  type Fleet,
  type RunningFleet,
  type TargetSite,
} from '@quarry/testkit';

const SCRAPES = proofSize(64, 1_000);
/** After so many, compilers and pools have their final size. */
const WARM = 500;
const WIDTH = 32;
/** Bytes that a scrape may leave in a process, on average, as compilers still grow a little; a leaked job is ten times that. */
const MAX_KEPT_BYTES = 4_000;
/** RSS of a process after the scrapes, as a share of that after the warm-up; garbage is collected before both. */
const MAX_RSS_GROWTH = 1.2;
const SERVICES = ['gateway', 'browser-scrape', 'batch-fanout'];

let site: TargetSite;
/** The long form measures memory and has its own fleet. */
const isMeasured = proofSize(0, 1) === 1;
let own: Fleet | undefined;
let fleet: RunningFleet;
let api: ApiClient;

beforeAll(async () => {
  site = await startSharedSite();
  if (isMeasured) own = await startFleet({ env: { EGRESS_ALLOW: SHARED_NET } });
  fleet = own ?? (await sharedFleet());
  api = new ApiClient(fleet);
}, 180_000);

afterAll(async () => {
  await own?.stop();
  await site.close();
}, 60_000);

const scrape = (index: number): Promise<Answer> =>
  api.scrape({ url: `${site.url}/page/${index}`, jsRendering: false, outputFormat: ['markdown'] });

const expectRight = (answers: readonly Answer[]): void => {
  const wrong = answers.filter(
    ({ status, body }, index) => status !== 200 || !String(body['markdown']).includes(`# Report ${index}\n`),
  );
  expect(wrong.map(({ status, body }) => ({ status, body }))).toEqual([]);
};

interface Memory {
  readonly keptBytes: number;
  readonly rssBytes: number;
}

const memoryByProcess = async (): Promise<Map<string, Memory>> => {
  const kept = new Map<string, number>();
  for (const service of SERVICES) {
    for (const { pid } of fleet.processes(service)) kept.set(service, await keptBytes(pid));
  }
  return new Map(
    [...SERVICES, 'redis'].map((service) => {
      const rssBytes = fleet.processes(service).reduce((sum, process) => sum + process.rssBytes, 0);
      return [service, { keptBytes: kept.get(service) ?? 0, rssBytes }];
    }),
  );
};

describe(`${SCRAPES} scrapes of a loopback site`, () => {
  const ifMeasured = isMeasured ? it : it.skip;
  ifMeasured(
    'one after another: all right, credits exact, memory steady [long form only]',
    async () => {
      const before = await api.usage();
      const answers = await inParallel(WARM, 1, scrape);
      const warm = await memoryByProcess();
      answers.push(...(await inParallel(SCRAPES, 1, (index) => scrape(index + WARM))));
      expectRight(answers);
      expect(await api.usage()).toMatchObject({
        availableCredits: before.availableCredits - WARM - SCRAPES,
        heldCredits: 0,
      });
      const after = await memoryByProcess();
      const growth = [...warm].map(([service, was]) => {
        const is = after.get(service) ?? was;
        const perScrape = (is.keptBytes - was.keptBytes) / SCRAPES;
        return { service, perScrape, warmMb: was.rssBytes / 1e6, afterMb: is.rssBytes / 1e6 };
      });
      const grown = growth.filter(
        ({ perScrape, warmMb, afterMb }) => perScrape > MAX_KEPT_BYTES || afterMb > warmMb * MAX_RSS_GROWTH,
      );
      expect(grown).toEqual([]);
    },
    240_000,
  );

  it('32 at a time: all right, credits exact, every lease back', async () => {
    const before = await api.usage();
    expectRight(await inParallel(SCRAPES, WIDTH, scrape));
    expect(await api.usage()).toMatchObject({
      availableCredits: before.availableCredits - SCRAPES,
      heldCredits: 0,
      availableConcurrency: 64,
    });
  }, 240_000);
});
