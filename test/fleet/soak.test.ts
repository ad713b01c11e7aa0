import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  ApiClient,
  inParallel,
  startFleet,
  startTargetSite,
  type Answer,
  type Fleet,
  type TargetSite,
} from '@quarry/testkit';

const SEQUENTIAL = 1_000;
const WARM = 200;
const WIDTH = 32;
/** RSS of a process after the long run, as a share of that after the short one. */
const MAX_RSS_GROWTH = 1.1;

let site: TargetSite;
let fleet: Fleet;
let api: ApiClient;

beforeAll(async () => {
  site = await startTargetSite();
  fleet = await startFleet({ env: { EGRESS_ALLOW: site.host } });
  api = new ApiClient(fleet);
}, 180_000);

afterAll(async () => {
  await fleet.stop();
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

const rssByProcess = (): Map<string, number> =>
  new Map(
    ['gateway', 'browser-scrape', 'batch-fanout', 'redis'].map((service) => [
      service,
      fleet.processes(service).reduce((sum, { rssBytes }) => sum + rssBytes, 0),
    ]),
  );

describe('1,000 scrapes of a loopback site', () => {
  it('one after another: all right, credits exact, memory steady', async () => {
    const before = await api.usage();
    const answers = await inParallel(WARM, 1, scrape);
    const warm = rssByProcess();
    answers.push(...(await inParallel(SEQUENTIAL - WARM, 1, (index) => scrape(index + WARM))));
    expectRight(answers);
    expect(await api.usage()).toMatchObject({ availableCredits: before.availableCredits - SEQUENTIAL, heldCredits: 0 });
    const after = rssByProcess();
    for (const [service, bytes] of warm) {
      const growth = { service, warmMb: bytes / 1e6, afterMb: (after.get(service) ?? 0) / 1e6 };
      expect({ ...growth, isSteady: growth.afterMb <= growth.warmMb * MAX_RSS_GROWTH }).toMatchObject({
        isSteady: true,
      });
    }
  }, 240_000);

  it('32 at a time: all right, credits exact, every lease back', async () => {
    const before = await api.usage();
    expectRight(await inParallel(SEQUENTIAL, WIDTH, scrape));
    expect(await api.usage()).toMatchObject({
      availableCredits: before.availableCredits - SEQUENTIAL,
      heldCredits: 0,
      availableConcurrency: 64,
    });
  }, 240_000);
});
