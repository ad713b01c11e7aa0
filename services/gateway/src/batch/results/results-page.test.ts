import { describe, expect, it } from '@jest/globals';
import type { BatchItem, BatchJob } from '@quarry/store';
import type { BatchExchange } from '../batch-exchange.js';
import { createResultsPage } from './results-page.js';

const JOB = { id: 'job-1', visibleCount: 25 } as BatchJob;

const itemOf = (seq: number): BatchItem =>
  ({
    id: `item-${seq}`,
    index: seq - 1,
    seq,
    accountId: 'me',
    state: 'failed',
    params: { n: seq },
  }) as unknown as BatchItem;

/** One page of a job whose items ended in order, as the store keeps them; `stored` are the numbers that it has. */
const ask = async (query: string, { job = JOB, stored = Array.from({ length: 99 }, (_, at) => at + 1) } = {}) => {
  const calls: unknown[] = [];
  const sent: Record<string, unknown>[] = [];
  const refused: unknown[] = [];
  const results = async (jobId: string, { afterSeq, limit }: { afterSeq: number; limit: number }) => {
    calls.push({ jobId, afterSeq, limit });
    return stored
      .filter((seq) => seq > afterSeq)
      .slice(0, limit)
      .map(itemOf);
  };
  const exchange = {
    request: { url: `/scrape/batch/web/job-1/results${query}` },
    route: { path: '/scrape/batch/web/:jobId/results' },
    refuse: async (refusal: unknown) => void refused.push(refusal),
    send: async (body: Record<string, unknown>) => void sent.push(body),
  } as unknown as BatchExchange;
  const page = createResultsPage({ batches: { results }, baseUrl: 'https://q.example', filesUrl: 'https://f.example' });
  await page(exchange, job);
  const [body] = sent;
  const rows = body?.['results'] as { result: { id: string } }[] | undefined;
  return { calls, refused, body, ids: rows?.map(({ result }) => result.id) };
};

const named = (from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, at) => `item-${from + at}`);

describe('a page of results', () => {
  it('is the first where none is named', async () => {
    const { body, ids, calls } = await ask('?limit=10');
    expect(body).toMatchObject({ page: 0, limit: 10, total: 25 });
    expect(body?.['nextPage']).toBe('https://q.example/scrape/batch/web/job-1/results?page=2&limit=10');
    expect(ids).toEqual(named(1, 10));
    expect(calls).toEqual([{ jobId: 'job-1', afterSeq: 0, limit: 10 }]);
  });

  it('begins behind those of the pages before', async () => {
    const { body, ids } = await ask('?limit=10&page=2');
    expect(body).toMatchObject({ page: 1, total: 25 });
    expect(body?.['nextPage']).toBe('https://q.example/scrape/batch/web/job-1/results?page=3&limit=10');
    expect(ids).toEqual(named(11, 20));
  });

  it('has no more than were visible, though more have ended since', async () => {
    const { body, ids, calls } = await ask('?limit=10&page=3');
    expect(ids).toEqual(named(21, 25));
    expect(body?.['nextPage']).toBeUndefined();
    expect(calls).toEqual([{ jobId: 'job-1', afterSeq: 20, limit: 5 }]);
  });

  it('that is the last and whole leads nowhere', async () => {
    const { body, ids } = await ask('?limit=5&page=5');
    expect(ids).toEqual(named(21, 25));
    expect(body?.['nextPage']).toBeUndefined();
  });

  it('behind the last is empty, and the store is not asked', async () => {
    for (const query of ['?limit=5&page=6', '?limit=10&page=9']) {
      const { body, calls } = await ask(query);
      expect(body).toMatchObject({ results: [], total: 25 });
      expect(body?.['nextPage']).toBeUndefined();
      expect(calls).toEqual([]);
    }
  });

  it('leaves out rows of other pages while a job is being deleted', async () => {
    const { ids } = await ask('?limit=10', { stored: [1, 2, 9, 10, 11, 12] });
    expect(ids).toEqual(['item-1', 'item-2', 'item-9', 'item-10']);
    expect((await ask('?limit=10&page=2', { stored: [19, 20, 21] })).ids).toEqual(['item-19', 'item-20']);
  });

  it('is refused with all that is wrong with the query', async () => {
    const { refused, body, calls } = await ask('?limit=0&page=x');
    expect(refused).toMatchObject([
      { error: 'validation_failed', detail: { errors: [{ field: 'page' }, { field: 'limit' }] } },
    ]);
    expect([body, calls]).toEqual([undefined, []]);
    const twice = await ask('?limit=10&limit=10&page=0');
    expect(twice.refused).toMatchObject([{ detail: { errors: [{ field: 'page' }, { field: 'limit' }] } }]);
    // What reading the query finds wrong refuses it as well, and stands before what its values are.
    const deep = (limit: number) => ask(`?limit=${limit}&page[a][b][c][d][e][f]=1`);
    expect((await deep(10)).refused).toMatchObject([{ detail: { errors: [{ rule: 'unknown' }] } }]);
    expect((await deep(0)).refused).toMatchObject([{ detail: { errors: [{ rule: 'unknown' }, { field: 'limit' }] } }]);
  });
});
