import { afterEach, describe, expect, it } from '@jest/globals';
import {
  collect,
  failure,
  startScriptedService,
  type HeardCall,
  type ScriptedService,
} from '../../test/scripted-service.js';
import { QuarryClient } from '../client.js';
import type { BatchProgress, BatchProgressStore } from './batch-progress.js';
import { BATCH_MAX_REQUESTS } from './batch-operation.js';

const JOB = '5a0a3c1e-6d0f-4f5b-9d2c-7b7f0a1f8a11';
const PATH = '/scrape/batch/web';

/** A job whose items end as the test says. */
class Job {
  ended = 0;
  status = 'in_progress';

  constructor(readonly count: number) {}

  row(index: number): object {
    const result = { id: `item-${index}`, index, json: `${this.url}/files/a/item-${index}/result.json` };
    const failed = { id: `item-${index}`, index, error: 'target_blocked', message: 'Refused.', retryable: true };
    const isOk = index % 5 !== 4;
    return {
      query: { url: `https://a/${index}` },
      result: { status: isOk ? 'ok' : 'error', ...(isOk ? result : failed) },
    };
  }

  url = '';

  answer({ method, url }: HeardCall): object {
    const { pathname, searchParams } = new URL(url, 'http://x');
    if (method === 'POST') return { body: { jobId: JOB, status: 'ok' } };
    if (method === 'DELETE') this.status = 'stopped';
    if (pathname.startsWith('/files/')) return { body: { url: pathname } };
    if (!pathname.endsWith('/results')) {
      const data = { status: this.status, requestsCount: this.count, responsesCount: this.ended };
      return { body: { jobId: JOB, status: 'ok', data } };
    }
    const [page, limit] = [Number(searchParams.get('page')), Number(searchParams.get('limit'))];
    const from = (page - 1) * limit;
    const rows = Array.from({ length: Math.max(0, Math.min(limit, this.ended - from)) }, (_, at) =>
      this.row(from + at),
    );
    const nextPage = from + limit < this.ended ? { nextPage: `${this.url}/next` } : {};
    return { body: { page: page - 1, limit, total: this.ended, results: rows, ...nextPage } };
  }
}

const services: ScriptedService[] = [];
afterEach(async () => {
  await Promise.all(services.splice(0).map((service) => service.close()));
});

const start = async (job: Job) => {
  const service = await startScriptedService((call) => job.answer(call));
  services.push(service);
  job.url = service.url;
  const retry = { maxRetries: 2, firstDelayMs: 1, longestDelayMs: 2 };
  const connect = (): QuarryClient => new QuarryClient({ baseUrl: service.url, apiKey: 'key', retry });
  return { service, connect, client: connect() };
};

const memory = (): BatchProgressStore & { saved: BatchProgress[] } => {
  const saved: BatchProgress[] = [];
  return {
    saved,
    load: () => Promise.resolve(saved.at(-1)),
    save: (progress) => {
      saved.push(progress);
      return Promise.resolve();
    },
  };
};
const requests = [{ url: 'https://a/0' }, { url: 'https://a/1' }];
const QUICK = { pollIntervalMs: 1 };

describe('the results of a batch', () => {
  it('come each once while the batch grows, with its progress, and end with it', async () => {
    const job = new Job(7);
    const { client, service } = await start(job);
    const batch = await client.batches.scrape.web.submit({ requests });
    const seen: number[] = [];
    const progress: number[] = [];
    const onProgress = ({ responsesCount }: { responsesCount: number }): void => {
      progress.push(responsesCount);
      job.ended = Math.min(job.count, job.ended + 3);
      if (responsesCount === 7) job.status = 'done';
    };
    for await (const item of batch.results({ ...QUICK, pageSize: 2, onProgress })) {
      seen.push(item.result.index);
      expect(item.query).toEqual({ url: `https://a/${item.result.index}` });
    }
    expect([seen, progress, batch.cursor]).toEqual([[0, 1, 2, 3, 4, 5, 6], [0, 3, 6, 7, 7], 7]);
    const pages = service.heard.flatMap(({ url }) => new URL(url, job.url).searchParams.get('page') ?? []);
    expect(pages).toEqual(['1', '2', '3', '4']);
  });

  it('have the answer of what is ok, and the error of what failed', async () => {
    const job = new Job(5);
    [job.ended, job.status] = [5, 'done'];
    const { client } = await start(job);
    const items = await collect(client.batches.scrape.web.open(JOB).results());
    expect(await items[0]?.answer()).toEqual({ url: '/files/a/item-0/result.json' });
    await expect(items[4]?.answer()).rejects.toMatchObject({
      code: 'target_blocked',
      requestId: 'item-4',
      retryable: true,
    });
  });

  it('go on from a cursor at any page size, and stop early where asked', async () => {
    const job = new Job(10);
    job.ended = 7;
    const { client } = await start(job);
    const batch = client.batches.scrape.web.open(JOB, { cursor: 3 });
    const indexes = async (pageSize: number): Promise<number[]> => {
      const items = batch.results({ pageSize, isToEnd: false, cursor: 3 });
      return (await collect(items)).map(({ result }) => result.index);
    };
    for (const pageSize of [1, 2, 4, 100]) expect(await indexes(pageSize)).toEqual([3, 4, 5, 6]);
    for (const pageSize of [0, 1.5, 1_001])
      await expect(indexes(pageSize)).rejects.toThrow('pageSize must be an integer');
    expect(() => client.batches.scrape.web.open(JOB, { cursor: -1 })).toThrow('cursor must be an integer from 0');
    expect(() => client.batches.scrape.web.open('')).toThrow('jobId must be a non-empty string');
  });

  it('end by their signal and by their time; the batch is left as it is', async () => {
    const { client, service } = await start(new Job(3));
    const batch = client.batches.scrape.web.open(JOB);
    const reason = new Error('enough');
    const controller = new AbortController();
    const onProgress = (): void => controller.abort(reason);
    const aborted = collect(batch.results({ signal: controller.signal, onProgress }));
    await expect(aborted).rejects.toBe(reason);
    await expect(batch.wait({ timeoutMs: 40 })).rejects.toMatchObject({ code: 'call_timeout' });
    await expect(collect(batch.results({ timeoutMs: 40 }))).rejects.toMatchObject({ code: 'call_timeout' });
    expect(service.heard.every(({ method }) => method === 'GET')).toBe(true);
  });
});

describe('a batch', () => {
  it('has 1 to 10,000 requests', async () => {
    const { client, service } = await start(new Job(0));
    const submit = (count: number) =>
      client.batches.enginea.serp.submit({ requests: Array.from({ length: count }, () => ({ q: 'slate' })) });
    for (const count of [0, BATCH_MAX_REQUESTS + 1]) await expect(submit(count)).rejects.toThrow('1 to 10000 requests');
    expect(service.heard).toHaveLength(0);
    expect((await submit(BATCH_MAX_REQUESTS)).id).toBe(JOB);
  });

  it('is waited for, cancelled, retried and exported', async () => {
    const job = new Job(2);
    const { client, service } = await start(job);
    const batch = client.batches.scrape.web.open(JOB);
    await batch.cancel();
    expect(await batch.wait(QUICK)).toMatchObject({ status: 'stopped' });
    expect((await batch.retryFailed({}, { idempotencyKey: 'again' })).id).toBe(JOB);
    await (await batch.export('csv', { columns: ['index', 'title'] })).text();
    await (await batch.export('parquet', { columns: ['url'] })).text();
    await (await batch.export('warc', { columns: ['url'], answers: true })).text();
    const calls = service.heard.map(({ method, url }) => `${method} ${url.replace(`${PATH}/${JOB}`, '')}`);
    expect(calls).toEqual([
      ...['DELETE ', 'GET ', 'POST /retry-failed', 'GET /results.csv?columns=index%2Ctitle'],
      ...['GET /results.parquet?columns=url', 'GET /results.warc.gz'],
    ]);
    expect(service.heard[2]?.headers['idempotency-key']).toBe('again');
  });
});

describe('kept progress', () => {
  it('lets another process go on after the last item that was dealt with, without submitting again', async () => {
    const job = new Job(4);
    [job.ended, job.status] = [4, 'done'];
    const { connect, service } = await start(job);
    const progress = memory();
    const first = await connect().batches.scrape.web.submit({ requests }, { progress });
    for await (const { result } of first.results()) if (result.index === 2) break;
    const second = await connect().batches.scrape.web.submit({ requests }, { progress });
    expect([second.id, second.cursor]).toEqual([JOB, 2]);
    const rest = await collect(second.results());
    expect(rest.map(({ result }) => result.index)).toEqual([2, 3]);
    expect(service.heard.filter(({ method }) => method === 'POST')).toHaveLength(1);
  });

  it('has the key before the submission, so that one whose response was lost is found again', async () => {
    const { connect, service } = await start(new Job(2));
    const progress = memory();
    await connect().batches.scrape.web.submit({ requests }, { progress });
    expect(progress.saved.map(({ jobId }) => jobId)).toEqual([undefined, JOB]);
    progress.saved.pop();
    await connect().batches.scrape.web.submit({ requests }, { progress });
    const keys = service.heard.map(({ headers }) => headers['idempotency-key']);
    expect(keys).toEqual([progress.saved[0]?.idempotencyKey, progress.saved[0]?.idempotencyKey]);
  });

  it('is refused for another submission', async () => {
    const { client } = await start(new Job(2));
    const progress = memory();
    await client.batches.scrape.web.submit({ requests }, { progress });
    const other = client.batches.scrape.web.submit({ requests: requests.slice(1) }, { progress });
    await expect(other).rejects.toThrow('progress is that of another submission');
  });

  it('is not there when the service refuses the batch: the next try has its key', async () => {
    const service = await startScriptedService([{ status: 402, body: failure('credits_exhausted', false) }]);
    services.push(service);
    const client = new QuarryClient({ baseUrl: service.url, apiKey: 'key' });
    const progress = memory();
    const call = client.batches.scrape.web.submit({ requests }, { progress });
    await expect(call).rejects.toMatchObject({ code: 'credits_exhausted' });
    expect(progress.saved.map(({ jobId }) => jobId)).toEqual([undefined]);
  });
});
