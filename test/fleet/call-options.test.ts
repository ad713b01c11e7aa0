import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  ApiClient,
  SHARED_ADDRESS,
  sharedFleet,
  startSharedSite,
  type SharedFleet,
  type TargetSite,
} from '@quarry/testkit';

const heard: string[] = [];
const receiver = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    heard.push(Buffer.concat(chunks).toString());
    response.writeHead(204).end();
  });
});
let site: TargetSite;
let fleet: SharedFleet;
let hook: string;

beforeAll(async () => {
  await once(receiver.listen(0, SHARED_ADDRESS), 'listening');
  hook = `http://${SHARED_ADDRESS}:${(receiver.address() as AddressInfo).port}/hook`;
  site = await startSharedSite();
  fleet = await sharedFleet();
}, 180_000);

afterAll(async () => {
  await site.close();
  receiver.closeAllConnections();
  receiver.close();
}, 60_000);

const until = async (isTrue: () => boolean | Promise<boolean>): Promise<void> => {
  while (!(await isTrue())) await new Promise((resolve) => setTimeout(resolve, 20));
};
const post = (body: object, headers: Record<string, string> = {}) =>
  fetch(`${fleet.baseUrl}/scrape/web`, {
    method: 'POST',
    headers: { authorization: `Bearer ${fleet.apiKey}`, 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ jsRendering: false, ...body }),
  });

describe('the options of a call, through the whole fleet', () => {
  it('let a caller go at once, who hears of the end and finds the response', async () => {
    const accepted = await post({ url: `${site.url}/page/async`, webhook: { url: hook } }, { prefer: 'respond-async' });
    expect(accepted.status).toBe(202);
    const { id } = (await accepted.json()) as { id: string };
    await until(() => heard.length === 1);
    expect(JSON.parse(heard[0] ?? '')).toMatchObject({
      type: 'request.completed',
      data: { requestId: id, status: 'ok', creditsCharged: 1, requestUrl: `${fleet.baseUrl}/requests/${id}` },
    });
    const api = new ApiClient(fleet);
    const found = await api.send('GET', `/requests/${id}`);
    expect(found.body).toMatchObject({ status: 'ok', data: { id, status: 'ok' } });
  }, 60_000);

  it('end a silent page in time, in a call and in a batch, free of charge', async () => {
    const call = await post({ url: `${site.url}/hang/1`, timeout: 1_500 });
    expect(call.status).toBe(504);
    expect(await call.json()).toMatchObject({ error: 'target_timeout' });
    const api = new ApiClient(fleet);
    const batch = await api.send('POST', '/scrape/batch/web', {
      requests: [{ url: `${site.url}/hang/2` }, { url: `${site.url}/page/quick`, timeout: 60_000 }],
      defaults: { jsRendering: false, timeout: 1_500 },
    });
    const path = `/scrape/batch/web/${String(batch.body['jobId'])}`;
    await until(async () => ((await api.send('GET', path)).body['data'] as { status: string }).status === 'done');
    const { body } = await api.send('GET', `${path}/results`);
    const results = body['results'] as { result: { index: number; error?: string } }[];
    const errors = results.map(({ result }) => [result.index, result.error]).sort();
    expect(errors).toEqual([
      [0, 'target_timeout'],
      [1, undefined],
    ]);
    site.hangUp();
  }, 60_000);

  it('give a response again, compressed, and read it anew as the body of a reparse says', async () => {
    const page = { url: `${site.url}/page/again`, outputFormat: ['html'] };
    const first = await post(page);
    const id = first.headers.get('x-request-id');
    const again = await post({ ...page, maxAge: 60 }, { 'accept-encoding': 'gzip' });
    expect([again.headers.get('x-cache'), again.headers.get('x-credits-charged')]).toEqual(['hit', '0']);
    expect([again.headers.get('x-request-id'), again.headers.get('content-encoding')]).toEqual([id, 'gzip']);
    expect(await again.json()).toEqual(await first.json());
    const api = new ApiClient(fleet);
    const read = await api.send('POST', `/requests/${String(id)}/reparse`, { outputFormat: ['markdown'] });
    expect([read.status, typeof read.body['markdown'], read.body['content']]).toEqual([200, 'string', undefined]);
  }, 60_000);
});
