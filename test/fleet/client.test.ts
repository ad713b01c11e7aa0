import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SHARED_ADDRESS, sharedFleet, startSharedSite, type SharedFleet, type TargetSite } from '@quarry/testkit';
import { QuarryClient, QuarryError, verifyWebhook, type WebhookEvent, type WebhookToVerify } from 'quarry-client';
import { batchFile } from 'quarry-client/node';

const heard: Pick<WebhookToVerify, 'headers' | 'body'>[] = [];
const receiver = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    heard.push({ headers: request.headers, body: Buffer.concat(chunks) });
    response.writeHead(204).end();
  });
});
let site: TargetSite;
let fleet: SharedFleet;
let client: QuarryClient;
let folder: string;
let hook: string;

beforeAll(async () => {
  await once(receiver.listen(0, SHARED_ADDRESS), 'listening');
  hook = `http://${SHARED_ADDRESS}:${(receiver.address() as AddressInfo).port}/hook`;
  folder = await mkdtemp(path.join(tmpdir(), 'quarry-client-'));
  site = await startSharedSite();
  fleet = await sharedFleet();
  client = new QuarryClient(fleet);
}, 180_000);

afterAll(async () => {
  await site.close();
  receiver.closeAllConnections();
  receiver.close();
  await rm(folder, { recursive: true, force: true });
}, 60_000);

const availableCredits = async (): Promise<number> => (await client.account.usage()).availableCredits;
const page = (name: string) => ({ url: `${site.url}${name}`, jsRendering: false });

describe('the TypeScript client, through the whole fleet', () => {
  it('scrapes and searches, and states what each call cost', async () => {
    const before = await availableCredits();
    const scraped = await client.scrape.web({ ...page('/page/client'), outputFormat: ['markdown'] }).withResponse();
    expect(scraped.data.markdown).toContain('# Report client');
    expect(scraped.response).toMatchObject({ creditsCharged: 1, creditsRemaining: before - 1, tries: 1 });
    const found = await client.enginea.serp({ q: 'slate', gl: 'us' }).withResponse();
    expect(found.data.organicResults.length).toBeGreaterThan(0);
    expect(found.response).toMatchObject({ creditsCharged: 10, creditsRemaining: before - 11 });
    const cached = await client.enginea.serp({ q: 'slate', gl: 'us', maxAge: 300 }).withResponse();
    expect(cached.response).toMatchObject({ isCached: true, creditsCharged: 0 });
    expect(await availableCredits()).toBe(before - 11);
  }, 60_000);

  it('runs a call once under its key', async () => {
    const call = () => client.scrape.web(page('/page/once'), { idempotencyKey: 'client-once' }).withResponse();
    const [first, second] = [await call(), await call()];
    expect(second.response).toMatchObject({ isReplayed: true, requestId: first.response.requestId });
    expect(site.hits.get('/page/once')).toBe(1);
  }, 60_000);

  it('rejects with the errors of the service', async () => {
    const errorOf = (call: PromiseLike<unknown>) => Promise.resolve(call).catch((error: unknown) => error);
    const refused = await errorOf(client.scrape.web({ url: 'example.com' }));
    expect(refused).toBeInstanceOf(QuarryError);
    expect(refused).toMatchObject({
      code: 'validation_failed',
      status: 422,
      violations: [{ field: 'url', rule: 'url' }],
    });
    const blocked = await errorOf(client.scrape.web(page('/block/1'), { maxRetries: 1 }));
    expect(blocked).toMatchObject({ code: 'target_blocked', status: 502, retryable: true, creditsCharged: 0 });
    const stranger = new QuarryClient({ ...fleet, apiKey: 'nobody' });
    expect(await errorOf(stranger.account.usage())).toMatchObject({ code: 'unauthorized', status: 401 });
    expect(await errorOf(client.requests.get('11111111-2222-4333-8444-555555555555'))).toMatchObject({ status: 404 });
  }, 60_000);

  it('leaves a request alone, finds it again, downloads what it stored and reads that anew', async () => {
    const pending = await client.scrape.web(page('/page/later'), { respondAsync: true });
    const result = await new QuarryClient(fleet).requests.open(pending.id).result();
    expect(result).toMatchObject({ statusCode: 200, requestMetadata: { id: pending.id } });
    expect(await pending.status()).toMatchObject({ operation: 'scrape/web', status: 'ok', creditsCharged: 1 });
    const rows = await client.requests.list({ host: site.host, limit: 5 });
    expect(rows.rows.map(({ id }) => id)).toContain(pending.id);

    const link = result.requestMetadata.html ?? '';
    const html = await (await client.files.download(link)).text();
    expect(html).toContain('<h1>Report later</h1>');
    const part = await client.files.download(link, { range: { start: 0, end: 8 } });
    expect([part.status, await part.text()]).toEqual([206, html.slice(0, 9)]);
    const signed = await client.files.sign({ url: link, expiresInSeconds: 60 });
    expect(await (await fetch(signed.url)).text()).toBe(html);

    const before = await availableCredits();
    const again = await client.requests.reparse(pending.id, { outputFormat: ['text'] });
    expect([again.text?.includes('Report later'), again.content]).toEqual([true, undefined]);
    expect(await availableCredits()).toBe(before);
  }, 60_000);

  it('reads a batch with failing pages once each, across two processes, and verifies its webhook', async () => {
    const before = await availableCredits();
    const submission = {
      requests: ['/page/one', '/block/2', '/page/two', '/status/404', '/page/three'].map((name) => ({
        url: `${site.url}${name}`,
      })),
      defaults: { jsRendering: false, outputFormat: ['markdown' as const] },
      webhook: { url: hook },
    };
    const progress = batchFile(path.join(folder, 'five.batch'));
    const first = await client.batches.scrape.web.submit(submission, { progress });
    const seen: number[] = [];
    for await (const { result } of first.results({ pollIntervalMs: 100 })) {
      // The process ends in the middle of its third item.
      if (seen.length === 2) break;
      seen.push(result.index);
    }
    const second = await new QuarryClient(fleet).batches.scrape.web.submit(submission, {
      progress: batchFile(path.join(folder, 'five.batch')),
    });
    expect([second.id, second.cursor]).toEqual([first.id, 2]);
    const answers: (string | undefined)[] = [];
    for await (const { result, answer } of second.results({ pollIntervalMs: 100, pageSize: 2 })) {
      seen.push(result.index);
      if (result.status === 'ok') answers.push((await answer()).markdown);
      else await expect(answer()).rejects.toMatchObject({ code: 'target_blocked' });
    }
    expect(seen.toSorted((a, b) => a - b)).toEqual([0, 1, 2, 3, 4]);
    expect(answers.every((markdown) => typeof markdown === 'string')).toBe(true);
    const state = await second.wait();
    expect(state).toMatchObject({
      status: 'done',
      succeededCount: 4,
      failedCount: 1,
      creditsCharged: 3,
      creditsHeld: 0,
    });
    expect(await availableCredits()).toBe(before - 3);

    while (heard.length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
    const { secret } = await client.webhooks.secret();
    const [webhook] = heard;
    if (webhook === undefined) throw new Error('no webhook has arrived');
    const event: WebhookEvent = await verifyWebhook({ ...webhook, secret });
    expect(event).toMatchObject({
      type: 'batch.completed',
      data: { jobId: first.id, failedCount: 1, creditsCharged: 3 },
    });
    const forged = `whsec_${Buffer.alloc(32).toString('base64')}`;
    await expect(verifyWebhook({ ...webhook, secret: forged })).rejects.toMatchObject({ fault: 'mismatch' });
    const retried = await second.retryFailed();
    expect(await retried.cancel()).toMatchObject({ requestsCount: 1 });
  }, 60_000);
});
