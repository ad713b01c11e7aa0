import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import supertest from 'supertest';
import { operationById } from '@quarry/contracts';
import { MAX_AHEAD_ANSWER_BYTES, MAX_TABLE_ROW_BYTES } from '@quarry/exports';
import type { FileStore } from '@quarry/files';
import { createBatchScene, failWith, type ItemEnd } from '../../../test/batch-scene.js';
import { startGatewayFixture, type GatewayFixture } from '../../../test/gateway-fixture.js';

const PATH = '/scrape/batch/web';

let fixture: GatewayFixture;
let scene: ReturnType<typeof createBatchScene>;
let key: string;
let reads = 0;

const submit = async (count: number): Promise<string> => {
  const requests = Array.from({ length: count }, (_item, index) => ({ url: `https://example.com/${index}` }));
  const { body } = await supertest(fixture.url).post(PATH).set('x-api-key', key).send({ requests });
  return (body as { jobId: string }).jobId;
};
const table = async (jobId: string, columns: string): Promise<string[]> => {
  const response = await fetch(`${fixture.url}${PATH}/${jobId}/results.csv?columns=${columns}`, {
    headers: { 'x-api-key': key },
  });
  expect(response.status).toBe(200);
  return (await response.text()).split('\r\n').slice(0, -1);
};

/** A response as scrape/web gives it. */
const pageOf = ({ id }: { readonly id: string }, more: object = {}): ItemEnd => {
  const answer = {
    requestMetadata: { id, status: 'ok', url: 'https://example.com/asked', title: 'Slate' },
    statusCode: 200,
    url: 'https://example.com/final',
    rendered: false,
    headers: {},
    markdown: '# Slate',
    json: { title: 'Slate roofs', headings: [{ level: 1, text: 'Slate' }] },
    extractedData: { price: '12.50', tags: ['a', 'b'], none: null },
    ...more,
  };
  expect(operationById('scrape/web')?.result.safeParse(answer).error).toBeUndefined();
  const metadata = { url: 'https://example.com/asked' };
  return { state: 'ok', verdict: 'ok', statusCode: 200, chargedCredits: 1, metadata, answer };
};

beforeAll(async () => {
  fixture = await startGatewayFixture({
    credits: 1_000_000,
    wrapFiles: (files): FileStore =>
      new Proxy(files, {
        get: (target, name): unknown => {
          const value: unknown = Reflect.get(target, name);
          if (name === 'close') return async () => undefined;
          if (typeof value !== 'function') return value;
          return (...input: unknown[]): unknown => {
            if (name === 'read' || name === 'open') reads += 1;
            return Reflect.apply(value, target, input);
          };
        },
      }),
  });
  scene = createBatchScene(fixture);
});
afterAll(() => fixture.close());
beforeEach(async () => {
  ({ key } = await fixture.addAccount());
});
afterEach(() => {
  reads = 0;
});

describe('results.csv?columns=', () => {
  it('takes values of the response and of its requestMetadata', async () => {
    const jobId = await submit(2);
    await scene.endSome(jobId, 1, (item) => pageOf(item));
    await scene.endSome(jobId, 1, () => failWith());
    await scene.publish(jobId);
    const columns = 'index,title,markdown,extractedData.price,extractedData.tags,extractedData.none,json.title';
    expect(await table(jobId, columns)).toEqual([
      columns,
      '0,Slate,# Slate,12.50,"[""a"",""b""]",,Slate roofs',
      '1,,,,,,',
    ]);
  });

  it('prefers the plain table; answer.<path> is the value of the response', async () => {
    const jobId = await submit(1);
    await scene.run(jobId, (item) => pageOf(item));
    const columns = 'url,answer.url,statusCode,json.headings.0.text,answer.json.title,nothing,constructor';
    expect(await table(jobId, columns)).toEqual([
      columns,
      'https://example.com/asked,https://example.com/final,200,Slate,Slate roofs,,',
    ]);
  });

  it('reads no response for columns of the plain table', async () => {
    const jobId = await submit(3);
    await scene.run(jobId, (item) => pageOf(item));
    expect(await table(jobId, 'index,status,url')).toHaveLength(4);
    expect(reads).toBe(0);
  });

  it('has values of large responses too, and says where one is too large for a row', async () => {
    const jobId = await submit(2);
    const large = 'x'.repeat(MAX_AHEAD_ANSWER_BYTES);
    await scene.endSome(jobId, 1, (item) => pageOf(item, { text: large, content: 'z'.repeat(MAX_TABLE_ROW_BYTES) }));
    await scene.endSome(jobId, 1, (item) => pageOf(item, { text: 'y'.repeat(MAX_TABLE_ROW_BYTES) }));
    await scene.publish(jobId);
    const [head, first = '', second] = await table(jobId, 'text,title,json');
    expect(head).toBe('text,title,json');
    expect(first.startsWith(`${large},Slate,http`)).toBe(true);
    expect(second).toMatch(/^"\[more than 8 MB, see (http:\S+\.json)\]",Slate,\1$/);
  });
});
