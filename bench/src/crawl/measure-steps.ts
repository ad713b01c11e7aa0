import { createHash, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore, type NewBatchItem, type NewCrawlAddress, type Store } from '@quarry/store';
import { medianCost, timed, type Cost } from '../store/timed.js';
import { FRONTIER, MARKS, tableOf } from './frontier-size.js';
import type { Said } from './measure-crawls.js';

const OWNER = 'bench';
const LEASE_MS = 86_400_000;
const CHUNK = 1_000;
const PAGES = 50;
const MAX_STEP_BYTES = 8_388_608;
const LINKS = 20;
const MAX_VARIANTS = 500;
/** Shapes of the addresses that are left out. */
const SHAPES = 20;
const ROUNDS = 15;
/**
 * Most time of a step with the last address as a multiple of that at the first mark: indexes get deeper and their pages are met
 * less often, so that steps cost a little more, but a step that reads the frontier would cost 20 times as much.
 */
const MAX_FACTOR = 3;

const digestOf = (text: string): string => createHash('sha256').update(text).digest('base64url');
const addressOf = (index: number, shape?: string): NewCrawlAddress => {
  const url = `https://site.example/${shape ?? 'article'}/${index}`;
  return { url, key: digestOf(url), depth: 1, ...(shape === undefined ? {} : { shape: digestOf(shape) }) };
};
const itemOf = (index: number): NewBatchItem => {
  const query = { url: `https://site.example/article/${index}`, depth: 1 };
  return { id: randomUUID(), index, site: 'site.example', query, params: { ...query, crawl: {} }, holdCredits: 1 };
};
const range = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at));

type Step = () => Promise<unknown>;

/** A crawl that this process leads. */
class StepCrawl {
  readonly #store: Store;
  readonly #jobId = randomUUID();
  known = 0;
  #variants = 0;
  #items = 0;
  #open: string[] = [];

  constructor(store: Store) {
    this.#store = store;
  }

  async begin(): Promise<void> {
    const plan = { creditsPerPeriod: 1_000_000_000, periodDays: 30, renew: true };
    const { id: accountId } = await this.#store.accounts.create({ name: 'Bench', plan, concurrency: 1 });
    const kind = { accountId, operation: 'scrape/web', contractVersion: 1, deadlineAtMs: Date.now() + LEASE_MS };
    const crawl = { plan: {}, itemCredits: 1 };
    await this.#store.batches.admit({ id: this.#jobId, ...kind, requestsCount: 1, holdCredits: 1, crawl });
    const first = itemOf(0);
    await this.#store.batches.addItems(this.#jobId, [first]);
    await this.#store.batches.activate(this.#jobId);
    await this.#store.batches.lease({ owner: OWNER, leaseMs: LEASE_MS, limit: 1 });
    this.#items = 1;
    this.#open = [first.id];
  }

  async #absorb(addresses: readonly NewCrawlAddress[], itemIds: readonly string[] = []): Promise<void> {
    const bounds = { maxKnown: 1_000_000, maxVariants: MAX_VARIANTS };
    await this.#store.crawls.absorb(this.#jobId, OWNER, { addresses, itemIds, ...bounds });
  }

  /** Adds what is new to the frontier. */
  async absorbNew(count = CHUNK): Promise<void> {
    await this.#absorb(range(count, (index) => addressOf(this.known + index)));
    this.known += count;
  }

  /** Addresses that are known already, from all of the frontier. */
  async #absorbKnown(): Promise<void> {
    const gap = Math.max(1, Math.floor(this.known / CHUNK));
    await this.#absorb(range(CHUNK, (index) => addressOf((index * gap) % this.known)));
  }

  /** Beside the addresses that are counted. */
  async fillShapes(): Promise<void> {
    for (let from = 0; from < MAX_VARIANTS; from += CHUNK / SHAPES) await this.#absorbVariants();
  }

  /** Addresses of shapes that have as many as they may. */
  async #absorbVariants(): Promise<void> {
    const from = this.#variants;
    await this.#absorb(range(CHUNK, (index) => addressOf(from + Math.floor(index / SHAPES), `list-${index % SHAPES}`)));
    this.#variants += CHUNK / SHAPES;
  }

  async #grow(): Promise<void> {
    await this.#store.crawls.addresses(this.#jobId, { fromPlace: this.#items, limit: PAGES });
    const items = range(PAGES, (index) => itemOf(this.#items + index));
    const grown = await this.#store.crawls.grow(this.#jobId, OWNER, { items });
    if (grown?.added !== PAGES) throw new Error(`${grown?.added} items were added`);
    this.#open.push(...items.map(({ id }) => id));
    this.#items += PAGES;
  }

  async #handOver(): Promise<void> {
    const { batches } = this.#store;
    await batches.openItems(this.#jobId, { afterIndex: this.#items - PAGES - 1, limit: CHUNK });
    await batches.handOver(this.#jobId, OWNER, { itemIds: this.#open, deadlineAtMs: Date.now() + LEASE_MS });
  }

  async #endAll(): Promise<void> {
    for (const [place, id] of this.#open.entries()) {
      const from = (this.#items + place) * LINKS;
      const found = { depth: 1, urls: range(LINKS, (index) => addressOf((from + index) % this.known).url) };
      await this.#store.items.begin(id, 1);
      await this.#store.crawls.claimContent(id, digestOf(id));
      await this.#store.items.finish(id, { state: 'ok', chargedCredits: 1, verdict: 'ok', answerName: 'a', found }, 1);
    }
    this.#open = [];
  }

  async #takeFound(): Promise<void> {
    const { pages } = await this.#store.crawls.found(this.#jobId, { limit: PAGES, maxBytes: MAX_STEP_BYTES });
    const addresses = pages.flatMap(({ urls }) => urls.map((url) => addressOf(Number(url.split('/').at(-1)))));
    await this.#absorb(addresses.slice(0, CHUNK), pages.map(({ itemId }) => itemId)); // oxfmt-ignore
  }

  /** In the order in which a leader and its workers take them. */
  steps(): ReadonlyMap<string, Step> {
    return new Map<string, Step>([
      [`${CHUNK} known addresses`, () => this.#absorbKnown()],
      [`${CHUNK} addresses of full shapes`, () => this.#absorbVariants()],
      [`${PAGES} addresses become items`, () => this.#grow()],
      [`${PAGES} items handed over`, () => this.#handOver()],
      [`${PAGES} pages ended`, () => this.#endAll()],
      [`links of ${PAGES} pages read and absorbed`, () => this.#takeFound()],
      [`${PAGES} pages published`, () => this.#store.batches.publish(this.#jobId, OWNER, PAGES)],
    ]);
  }
}

type StepCosts = ReadonlyMap<string, Cost>;

const measureMark = async (crawl: StepCrawl, mark: number): Promise<StepCosts> => {
  const adding: Cost[] = [];
  while (crawl.known < mark) {
    adding.push(await timed(() => crawl.absorbNew(Math.min(CHUNK, mark - crawl.known))));
  }
  const costs = new Map<string, Cost[]>();
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [name, step] of crawl.steps()) costs.set(name, [...(costs.get(name) ?? []), await timed(step)]);
  }
  const all = [[`${CHUNK} new addresses`, adding.slice(-ROUNDS)] as const, ...costs];
  return new Map(all.map(([name, measured]) => [name, medianCost(measured, 'cpuMs')]));
};

const say = (store: string, marks: readonly StepCosts[], isJudged: boolean): Said => {
  const factorOf = (name: string): number => (marks.at(-1)?.get(name)?.cpuMs ?? 0) / (marks[0]?.get(name)?.cpuMs ?? 1);
  const names = [...(marks[0]?.keys() ?? [])];
  const cell = (cost: Cost | undefined): string => `${cost?.cpuMs.toFixed(1)} (${cost?.wallMs.toFixed(1)})`;
  const rows = names.map((name) => [name, ...marks.map((mark) => cell(mark.get(name))), factorOf(name).toFixed(2)]);
  const table = tableOf([['', ...MARKS.map((mark) => mark.toLocaleString('en-US')), 'CPU factor'], ...rows]);
  const growing = names.filter((name) => factorOf(name) > MAX_FACTOR);
  const verdict =
    growing.length === 0 ? `No step needs more than ${MAX_FACTOR} times the CPU.` : `Growing: ${growing.join('; ')}.`;
  const text = `${store}, ms of CPU (of the clock) by addresses of the frontier.\n\n${table}\n\n${verdict}`;
  return { text, isFlat: !isJudged || growing.length === 0 };
};

/** The CPU of a MongoDB server is not seen from here, so that its steps are shown and not judged. */
export const measureSteps = async (): Promise<Said> => {
  const folder = mkdtempSync(join(tmpdir(), 'quarry-bench-'));
  const mongodbUri = process.env['MONGODB_URI'];
  const store = await openStore({ dataDir: folder, mongodbUri });
  try {
    const crawl = new StepCrawl(store);
    await crawl.begin();
    await crawl.fillShapes();
    const marks: StepCosts[] = [];
    for (const mark of MARKS) {
      marks.push(await measureMark(crawl, mark));
      console.log(`${mark} of ${FRONTIER} addresses`);
    }
    return say(mongodbUri === undefined ? 'SQLite' : 'MongoDB', marks, mongodbUri === undefined);
  } finally {
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  }
};
