import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  ApiClient,
  runCli,
  SHARED_ADDRESS,
  sharedFleet,
  startSharedSite,
  type SharedFleet,
  type TargetSite,
} from '@quarry/testkit';

interface Heard {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

const heard: Heard[] = [];
const receiver = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    heard.push({ headers: request.headers, body: Buffer.concat(chunks).toString() });
    response.writeHead(204).end();
  });
});
let site: TargetSite;
let fleet: SharedFleet;
let folder: string;
let url: string;

beforeAll(async () => {
  await once(receiver.listen(0, SHARED_ADDRESS), 'listening');
  url = `http://${SHARED_ADDRESS}:${(receiver.address() as AddressInfo).port}/hook?token=seeded`;
  folder = await mkdtemp(join(tmpdir(), 'quarry-webhooks-'));
  site = await startSharedSite();
  fleet = await sharedFleet();
}, 180_000);

afterAll(async () => {
  await site.close();
  await rm(folder, { recursive: true, force: true });
  receiver.closeAllConnections();
  receiver.close();
}, 60_000);

const until = async (isTrue: () => boolean): Promise<void> => {
  while (!isTrue()) await new Promise((resolve) => setTimeout(resolve, 20));
};
const webhook = (...args: string[]) =>
  runCli(['webhook', ...args], { QUARRY_URL: fleet.baseUrl, QUARRY_API_KEY: fleet.apiKey });
const eventOf = ({ body }: Heard) =>
  JSON.parse(body) as { type: string; data: { jobId: string; resultsUrl: string; items?: { index: number }[] } };

describe('the webhooks of a batch, through the whole fleet', () => {
  it('come signed for the account, lead to the results, and come again when asked for', async () => {
    const api = new ApiClient(fleet);
    const accepted = await api.send('POST', '/scrape/batch/web', {
      requests: [`${site.url}/page/one`, `${site.url}/status/503`].map((page) => ({ url: page, jsRendering: false })),
      webhook: { url, events: ['batch.item.failed', 'batch.completed'] },
    });
    const jobId = String(accepted.body['jobId']);
    await until(() => heard.length === 2);
    const [failed, completed] = ['batch.item.failed', 'batch.completed'].map((type) =>
      heard.find((one) => eventOf(one).type === type),
    );
    if (!failed || !completed) throw new Error('an event is missing');
    expect(eventOf(failed).data).toMatchObject({ jobId, failedCount: 1, items: [{ index: 1, retryable: true }] });
    expect(eventOf(completed).data).toMatchObject({ jobId, status: 'done', succeededCount: 1, failedCount: 1 });
    expect((await api.send('GET', eventOf(completed).data.resultsUrl)).body).toMatchObject({ total: 2 });

    const file = join(folder, 'webhook-body.json');
    await writeFile(file, completed.body);
    const headers = ['id', 'timestamp', 'signature'].flatMap((name) => [
      `--${name}`,
      String(completed.headers[`webhook-${name}`]),
    ]);
    const secret = (await webhook('secret')).stdout.trim();
    expect(await webhook('verify', '--secret', secret, ...headers, file)).toMatchObject({ code: 0 });

    const id = String(completed.headers['webhook-id']);
    expect((await webhook('redeliver', id, '--pretty')).stdout).toBe(`${id} will be sent again\n`);
    await until(() => heard.length === 3);
    expect(heard[2]).toMatchObject({ body: completed.body, headers: { 'webhook-id': id } });
    const listed = await webhook('list', '--job', jobId, '--state', 'delivered');
    expect(listed.stdout).toContain(id);
  }, 60_000);
});
