import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Logger } from '@quarry/observability';
import { MAX_MISSING_PAGES, OTHER_SITES, type ReadingCounts } from '@quarry/store';
import {
  createReadingCounter,
  READING_FIRST_WRITE_MS,
  READING_WRITE_MS,
  type ReadingCounter,
  type ReadingEnd,
} from './reading-counter.js';
import { MAX_SITES_COUNTED } from './site-counter.js';

const START_MS = Date.UTC(2026, 0, 15, 23, 59, 50);
const silent: Logger = { error: () => {}, warn: () => {}, info: () => {}, debug: () => {} };

let nowMs: number;
let added: ReadingCounts[];
let failure: Error | undefined;
let counter: ReadingCounter;

beforeEach(() => {
  [nowMs, added, failure] = [START_MS, [], undefined];
  const add = async (counts: ReadingCounts): Promise<void> => {
    if (failure) throw failure;
    added.push(counts);
  };
  counter = createReadingCounter({ store: { add }, log: silent, clock: () => nowMs });
});
afterEach(() => void jest.useRealTimers());

const end = (more: Partial<ReadingEnd> = {}): ReadingEnd => ({
  ...{ operation: 'retailer/search', requestId: 'r1', accountId: 'shop', verdict: 'ok', hasPage: true },
  ...{ host: 'www.shop.example:8443', exit: 'datacenter', ...more },
});
const search = (...productResults: object[]): Partial<ReadingEnd> => ({ result: { productResults } });

const written = async (): Promise<ReadingCounts> => {
  await counter.write();
  return added.at(-1) ?? { fields: [], sites: [] };
};
const shares = ({ fields }: ReadingCounts): Record<string, string> =>
  Object.fromEntries(fields.map(({ field, found, pages }) => [field, `${found} of ${pages}`]));

describe('what pages contained', () => {
  it('counts every field of the contract, a list’s entries by their share, and nothing of what is not there', async () => {
    counter.note(end(search({ title: 'a', price: { currency: 'EUR' } }, { title: '', price: {} }, { title: 'c' })));
    counter.note(end(search({ title: 'a' }, { title: 'b' })));
    counter.note(end(search()));
    const counted = shares(await written());
    expect(counted).toMatchObject({
      ...{ '@shown': '3 of 3', '@understood': '3 of 3', productResults: '2 of 3', pagination: '0 of 3' },
      ...{ 'productResults[].title': `${2 / 3 + 1} of 2`, 'productResults[].price': `${1 / 3} of 2` },
    });
    expect(counted['productResults[].brand']).toBe('0 of 2');
    expect(counted).not.toHaveProperty('pagination.totalPages');
  });

  it('takes the fields of a record from the record', async () => {
    counter.note(
      end({ operation: 'retailer/product', result: { product: { title: 'a', images: [], badges: ['b'] } } }),
    );
    expect(shares(await written())).toMatchObject({
      ...{ product: '1 of 1', 'product.title': '1 of 1', 'product.images': '0 of 1', 'product.badges': '1 of 1' },
    });
  });

  it('remembers the last requests whose page lacks a field, for those that have half of it none', async () => {
    counter.note(end({ ...search({ title: 'a' }, {}), requestId: 'half' }));
    for (const requestId of ['r1', 'r2', 'r3', 'r4']) {
      counter.note(end({ ...search({}), requestId, hasPage: requestId !== 'r3' }));
    }
    const title = (await written()).fields.find(({ field }) => field === 'productResults[].title');
    expect(title?.missing).toEqual([
      { requestId: 'r2', accountId: 'shop', hasPage: true },
      { requestId: 'r3', accountId: 'shop', hasPage: false },
      { requestId: 'r4', accountId: 'shop', hasPage: true },
    ]);
    expect(title?.missing).toHaveLength(MAX_MISSING_PAGES);
  });

  it('takes results as they come', async () => {
    const odd: unknown[] = [null, 1, 'text', [], {}, [null, 1, []], { a: 1 }];
    for (const productResults of odd) counter.note(end({ result: { productResults, pagination: productResults } }));
    expect(shares(await written())['productResults']).toBe('4 of 7');
  });
});

describe('how requests ended', () => {
  it('is counted by site and exit, and by what it says of the page', async () => {
    const verdicts = ['ok', 'not_found', 'unrecognized', 'soft_block', 'blocked', 'target_5xx', 'cancelled'] as const;
    for (const verdict of verdicts) counter.note(end({ verdict, requestId: verdict }));
    counter.note(end({ verdict: 'blocked', host: 'm.shop.example', exit: 'residential' }));
    counter.note(end({ verdict: 'ok', host: undefined }));
    const { sites, fields } = await written();
    const own = { day: '2026-01-15', operation: 'retailer/search', host: 'shop.example' };
    expect(sites).toEqual([
      { ...own, exit: 'datacenter', read: 2, unrecognized: 1, blocked: 2, failed: 1 },
      { ...own, exit: 'residential', read: 0, unrecognized: 0, blocked: 1, failed: 0 },
    ]);
    expect(shares({ fields, sites })).toEqual({ '@shown': '3 of 6', '@understood': '2 of 3' });
    const understood = fields.find(({ field }) => field === '@understood');
    expect(understood?.missing.map(({ requestId }) => requestId)).toEqual(['unrecognized']);
  });

  it('counts sites alone where the caller chooses the fields, and nothing of what is no operation', async () => {
    counter.note(end({ operation: 'scrape/web', result: { title: 'a' } }));
    counter.note(end({ operation: 'reparse', result: { title: 'a' } }));
    expect(await written()).toMatchObject({ fields: [], sites: [{ operation: 'scrape/web', read: 1 }] });
  });

  it('tells so many sites apart and no more', async () => {
    for (let index = 0; index < MAX_SITES_COUNTED + 50; index += 1) counter.note(end({ host: `s${index}.example` }));
    const { sites } = await written();
    expect(sites).toHaveLength(MAX_SITES_COUNTED + 1);
    expect(sites.find(({ host }) => host === OTHER_SITES)).toMatchObject({ read: 50 });
  });
});

describe('the writing', () => {
  it('comes soon after a quiet time, then at intervals, and not without counts', async () => {
    jest.useFakeTimers();
    counter.note(end());
    await jest.advanceTimersByTimeAsync(READING_FIRST_WRITE_MS);
    expect(added).toHaveLength(1);
    counter.note(end());
    await jest.advanceTimersByTimeAsync(READING_WRITE_MS - 1);
    expect(added).toHaveLength(1);
    await jest.advanceTimersByTimeAsync(1);
    expect(added).toHaveLength(2);
    await jest.advanceTimersByTimeAsync(10 * READING_WRITE_MS);
    await counter.close();
    expect(added).toHaveLength(2);
  });

  it('gives each day its own counts', async () => {
    counter.note(end());
    nowMs += 20_000;
    counter.note(end());
    counter.note(end());
    const { sites } = await written();
    expect(sites.map(({ day, read }) => [day, read])).toEqual([
      ['2026-01-15', 1],
      ['2026-01-16', 2],
    ]);
  });

  it('that fails loses its counts and adds none twice', async () => {
    failure = new Error('busy');
    counter.note(end());
    await counter.write();
    failure = undefined;
    counter.note(end());
    expect((await written()).sites).toMatchObject([{ read: 1 }]);
    expect(added).toHaveLength(1);
  });

  it('adds up what all calls noted, in whatever order they are written', async () => {
    for (let index = 0; index < 30; index += 1) {
      counter.note(end(search({ title: index % 3 === 0 ? '' : 'a' })));
      if (index % 7 === 0) await counter.write();
    }
    await counter.close();
    const titles = added.flatMap(({ fields }) => fields.filter(({ field }) => field === 'productResults[].title'));
    expect(titles.reduce((sum, { found }) => sum + found, 0)).toBe(20);
    expect(titles.reduce((sum, { pages }) => sum + pages, 0)).toBe(30);
  });
});
