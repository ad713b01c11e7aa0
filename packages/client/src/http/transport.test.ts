import { afterEach, describe, expect, it } from '@jest/globals';
import { failure, startScriptedService, type Script, type ScriptedService } from '../../test/scripted-service.js';
import { QuarryClient } from '../client.js';
import { QuarryError } from '../errors.js';
import { MAX_TIMEOUT_MS } from './call-timer.js';
import { MAX_RETRIES, MAX_RETRY_AFTER_MS } from './retry-policy.js';

const services: ScriptedService[] = [];
afterEach(async () => {
  await Promise.all(services.splice(0).map((service) => service.close()));
});

const QUICK = { maxRetries: 3, firstDelayMs: 1, longestDelayMs: 4 };
const start = async (scripts: readonly Script[], options: { apiKey?: string; timeoutMs?: number } = {}) => {
  const service = await startScriptedService(scripts);
  services.push(service);
  return { service, client: new QuarryClient({ baseUrl: service.url, apiKey: 'key', retry: QUICK, ...options }) };
};
const errorOf = async (call: PromiseLike<unknown>): Promise<QuarryError> => {
  const error: unknown = await Promise.resolve(call).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof QuarryError) return error;
  throw new Error('expected a QuarryError', { cause: error });
};

const BUSY = { status: 503, body: failure('overloaded', true) };
const PAGE = {
  body: { url: 'https://example.com/' },
  headers: { 'x-credits-charged': '1', 'x-credits-remaining': '99' },
};
const page = { url: 'https://example.com/' };

describe('a call', () => {
  it('returns the data, and with its response the credits', async () => {
    const { client, service } = await start([PAGE]);
    const { data, response } = await client.scrape.web(page).withResponse();
    expect(data).toEqual(PAGE.body);
    expect(response).toMatchObject({ status: 200, creditsCharged: 1, creditsRemaining: 99, tries: 1, isCached: false });
    expect(service.heard[0]).toMatchObject({ method: 'POST', url: '/scrape/web', body: JSON.stringify(page) });
    expect(service.heard[0]?.headers).toMatchObject({ 'x-api-key': 'key', 'content-type': 'application/json' });
  });

  it('is repeated under one key while the error says retryable', async () => {
    const { client, service } = await start([BUSY, BUSY, PAGE]);
    const { response } = await client.scrape.web(page).withResponse();
    expect(response.tries).toBe(3);
    const keys = service.heard.map(({ headers }) => headers['idempotency-key']);
    expect(keys[0]).toMatch(/^[\da-f-]{36}$/);
    expect(new Set(keys).size).toBe(1);
  });

  it('has a new key each time, or that of its caller', async () => {
    const { client, service } = await start([PAGE]);
    await client.scrape.web(page);
    await client.scrape.web(page);
    await client.scrape.web(page, { idempotencyKey: 'mine' });
    const keys = service.heard.map(({ headers }) => headers['idempotency-key']);
    expect([new Set(keys).size, keys[2]]).toEqual([3, 'mine']);
    for (const key of ['', 'with blank', 'x'.repeat(256)]) {
      await expect(client.scrape.web(page, { idempotencyKey: key })).rejects.toThrow('1 to 255 visible ASCII');
    }
  });

  it('is not repeated for an error that is not retryable, whatever its status', async () => {
    const violations = [{ field: 'url', rule: 'url', message: 'url must be an absolute URL.' }];
    const { client, service } = await start([
      { status: 502, body: failure('target_blocked', false, { reason: 'login' }), headers: { 'x-request-id': 'r1' } },
      { status: 422, body: failure('validation_failed', false, { errors: violations, errorsCount: 9 }) },
    ]);
    const blocked = await errorOf(client.scrape.web(page));
    expect(blocked).toMatchObject({ code: 'target_blocked', status: 502, reason: 'login', requestId: 'r1' });
    const refused = await errorOf(client.scrape.web(page));
    expect(refused).toMatchObject({ code: 'validation_failed', violations, violationsCount: 9, creditsCharged: 0 });
    expect(service.heard).toHaveLength(2);
  });

  it('is repeated maxRetries times at most', async () => {
    const { client, service } = await start([BUSY]);
    expect(await errorOf(client.scrape.web(page))).toMatchObject({ code: 'overloaded', retryable: true });
    expect(service.heard).toHaveLength(1 + QUICK.maxRetries);
    await errorOf(client.scrape.web(page, { maxRetries: 0 }));
    expect(service.heard).toHaveLength(2 + QUICK.maxRetries);
    for (const maxRetries of [-1, 1.5, MAX_RETRIES + 1]) {
      await expect(client.scrape.web(page, { maxRetries })).rejects.toThrow('maxRetries must be an integer from 0');
    }
  });

  it('waits as long as Retry-After asks, and rejects at once where that is too long', async () => {
    const wait = { ...BUSY, headers: { 'retry-after': '1' } };
    const long = { ...BUSY, headers: { 'retry-after': String(MAX_RETRY_AFTER_MS / 1_000 + 1) } };
    const { client, service } = await start([wait, PAGE, long]);
    const startedAtMs = performance.now();
    await client.scrape.web(page);
    expect(performance.now() - startedAtMs).toBeGreaterThan(990);
    expect(await errorOf(client.scrape.web(page))).toMatchObject({ retryAfterSeconds: 121 });
    expect(service.heard).toHaveLength(3);
  });

  it('is repeated under the same key when the connection breaks', async () => {
    const { client, service } = await start(['cut', 'cut', PAGE]);
    expect(await client.scrape.web(page)).toEqual(PAGE.body);
    expect(new Set(service.heard.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
  });

  it('asks for the response of the lost try by its age where there is no key', async () => {
    const { client, service } = await start(['cut', BUSY, PAGE, 'cut', PAGE]);
    await client.enginea.serp({ q: 'slate' });
    await client.enginea.serp({ q: 'slate', maxAge: 60 });
    expect(service.heard.map(({ url }) => url.split('?')[1])).toEqual([
      'q=slate',
      'q=slate&maxAge=2',
      'q=slate&maxAge=2',
      'q=slate&maxAge=60',
      'q=slate&maxAge=60',
    ]);
    expect(service.heard[0]?.headers).not.toHaveProperty('idempotency-key');
  });

  it('reports a service that is not there', async () => {
    const { client, service } = await start([PAGE]);
    await service.close();
    const error = await errorOf(client.account.usage());
    expect(error).toMatchObject({ code: 'connection_failed', retryable: true, status: undefined });
    expect(error.message).toContain(`No response from ${service.url} (ECONNREFUSED)`);
  });

  it('is repeated where a proxy has no response of the service, and not where a stranger responds', async () => {
    const { client, service } = await start([
      { status: 502, body: '<h1>Bad gateway</h1>' },
      PAGE,
      { body: '<h1>Hi</h1>' },
    ]);
    await client.scrape.web(page);
    expect(await errorOf(client.scrape.web(page))).toMatchObject({ code: 'unexpected_response', retryable: false });
    expect(service.heard).toHaveLength(3);
  });

  it('follows no redirect: the key stays with its host', async () => {
    const other = await start([PAGE]);
    const { client } = await start([{ status: 307, headers: { location: other.service.url } }]);
    expect(await errorOf(client.scrape.web(page))).toMatchObject({ code: 'unexpected_response', status: 307 });
    expect(other.service.heard).toHaveLength(0);
  });
});

describe('the end of a call', () => {
  it('by its signal rejects with the reason of the signal: before, while it is sent, and between tries', async () => {
    const reason = new Error('no longer wanted');
    const { client, service } = await start(['silent', BUSY]);
    await expect(client.scrape.web(page, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    expect(service.heard).toHaveLength(0);
    const sent = new AbortController();
    const call = client.scrape.web(page, { signal: sent.signal });
    await service.arrived(1);
    sent.abort(reason);
    await expect(call).rejects.toBe(reason);
    const patient = new QuarryClient({ baseUrl: service.url, apiKey: 'key', retry: { firstDelayMs: 15_000 } });
    const between = new AbortController();
    const pausing = patient.scrape.web(page, { signal: between.signal });
    await service.arrived(2);
    setTimeout(() => between.abort(reason), 50);
    await expect(pausing).rejects.toBe(reason);
    expect(service.heard).toHaveLength(2);
  });

  it('by its time is a call_timeout', async () => {
    const { client } = await start(['silent']);
    const error = await errorOf(client.scrape.web(page, { timeoutMs: 60 }));
    expect(error).toMatchObject({ code: 'call_timeout', retryable: true });
    for (const timeoutMs of [0, -1, Number.NaN, MAX_TIMEOUT_MS + 1]) {
      await expect(client.scrape.web(page, { timeoutMs })).rejects.toThrow('timeoutMs must be more than 0');
    }
  });

  it('comes with the last error where no time is left for another try', async () => {
    const { client, service } = await start([{ ...BUSY, headers: { 'retry-after': '30' } }], { timeoutMs: 10_000 });
    expect(await errorOf(client.scrape.web(page))).toMatchObject({ code: 'overloaded', retryAfterSeconds: 30 });
    expect(service.heard).toHaveLength(1);
  });
});
