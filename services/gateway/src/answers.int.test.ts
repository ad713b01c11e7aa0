import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import supertest from 'supertest';
import { WHOLE_ANSWER_BYTES } from './bounds.js';
import { expectError } from '../test/expect-error.js';
import { okEnd } from '../test/fake-worker.js';
import { gate, startGatewayFixture, type GatewayFixture } from '../test/gateway-fixture.js';

const TARGET = 'https://example.com/page';
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

let fixture: GatewayFixture;
let key: string;
let accountId: string;

const api = () => supertest(fixture.url);
const scrape = (body: object = { url: TARGET }, apiKey = key) =>
  api().post('/scrape/web').set('x-api-key', apiKey).send(body);
/** Nothing is held or in flight once an answer is out. */
const expectNothingLeft = async (account = accountId) => {
  expect(await fixture.inUse(account)).toBe(0);
  expect((await fixture.store.accounts.period(account))?.held).toBe(0);
};

beforeAll(async () => {
  fixture = await startGatewayFixture();
  await fixture.startWorker();
});
afterAll(() => fixture.close());
beforeEach(async () => {
  const made = await fixture.addAccount();
  key = made.key;
  accountId = made.account.id;
  fixture.behave(async () => okEnd());
});

describe('200', () => {
  it('sends the stored answer as it is, charges and says so', async () => {
    const answer = await scrape();
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(answer.body).toEqual({
      requestMetadata: { id: answer.headers['x-request-id'], status: 'ok' },
      content: '<p>hello</p>',
    });
    expect(answer.headers).toMatchObject({
      'x-credits-charged': '1',
      'x-credits-remaining': '999',
      'ratelimit-policy': '"concurrency";q=50;qu="concurrent-requests"',
      ratelimit: '"concurrency";r=50',
    });
    await expectNothingLeft();
  });

  it('stores the checked parameters, not the input', async () => {
    const answer = await scrape({ url: TARGET, extractLinks: true });
    const row = await fixture.store.requests.get(answer.body.requestMetadata.id);
    expect(row?.params).toMatchObject({ url: TARGET, extractLinks: true, blockAds: true });
  });

  it('charges nothing for a page the target did not have', async () => {
    fixture.behave(async () => ({ ...okEnd({ statusCode: 404 }, 0), verdict: 'target_4xx' }));
    const answer = await scrape();
    expect(answer.status).toBe(200);
    expect(answer.headers['x-credits-charged']).toBe('0');
    expect(answer.headers['x-credits-remaining']).toBe('1000');
  });

  it('streams an answer too large for one write', async () => {
    const content = 'x'.repeat(WHOLE_ANSWER_BYTES);
    fixture.behave(async () => okEnd({ content }));
    const answer = await scrape().set('accept-encoding', 'identity');
    expect((answer.body as { content: string }).content === content).toBe(true);
    expect(Number(answer.headers['content-length'])).toBeGreaterThan(WHOLE_ANSWER_BYTES);
  });

  it('answers 32 at once, each its own', async () => {
    fixture.behave(async (row) => okEnd({ asked: (row.params as { url: string }).url }));
    const urls = Array.from({ length: 32 }, (_, index) => `${TARGET}?${index}`);
    const answers = await Promise.all(urls.map((url) => scrape({ url })));
    expect(answers.map(({ body }) => body as { asked: string }).map(({ asked }) => asked)).toEqual(urls);
    expect(new Set(answers.map((answer) => answer.headers['x-request-id'])).size).toBe(32);
    expect((await fixture.store.accounts.period(accountId))?.charged).toBe(32);
    await expectNothingLeft();
  });

  it.each([
    ['text/markdown', 'markdown', '# Hello'],
    ['text/html', 'content', '<h1>Hello</h1>'],
    ['text/plain', 'text', 'Hello'],
  ])('sends the bare text for Accept: %s', async (accept, field, text) => {
    fixture.behave(async (row) =>
      okEnd({ [field]: text, formats: (row.params as { outputFormat: string[] }).outputFormat }),
    );
    const answer = await scrape().set('accept', accept).buffer(true);
    expect(answer.text).toBe(text);
    expect(answer.headers).toMatchObject({
      'content-type': `${accept}; charset=utf-8`,
      'content-security-policy': "sandbox; default-src 'none'",
      vary: expect.stringMatching(/accept/i),
      'x-credits-charged': '1',
    });
  });

  it.each([
    ['text/markdown', 'markdown', '> The target responded with status 404 Not Found.\n\n# Gone'],
    ['text/html', 'content', '<h1>Gone</h1>'],
    ['text/plain', 'text', 'The target responded with status 404 Not Found.\n\nGone'],
  ])('does not hide a page that the target did not have behind Accept: %s', async (accept, field, text) => {
    const own = { markdown: '# Gone', content: '<h1>Gone</h1>', text: 'Gone' }[field];
    fixture.behave(async () => ({ ...okEnd({ statusCode: 404, [field]: own }, 0), verdict: 'target_4xx' }));
    const answer = await scrape().set('accept', accept).buffer(true);
    expect({ status: answer.status, text: answer.text }).toEqual({ status: 200, text });
    expect(answer.headers).toMatchObject({ 'x-target-status': '404', 'x-credits-charged': '0' });
  });

  it('names the status of the target beside the text of any page', async () => {
    fixture.behave(async () => okEnd({ statusCode: 200, markdown: '# Here' }));
    const answer = await scrape().set('accept', 'text/markdown').buffer(true);
    expect([answer.text, answer.headers['x-target-status']]).toEqual(['# Here', '200']);
  });

  it.each([
    ['text/markdown;charset=utf-8', 'text/markdown'],
    ['text/markdown; charset="a,b"; q=0.9, text/html;level=1;q=0.5', 'text/markdown'],
    ['text/html;version=5;q=0.2, text/plain; charset=utf-8 ;q=0.8', 'text/plain'],
  ])('overlooks the parameters of Accept: %s', async (accept, type) => {
    fixture.behave(async () => okEnd({ markdown: 'a', content: 'b', text: 'c' }));
    expect((await scrape().set('accept', accept)).headers['content-type']).toBe(`${type}; charset=utf-8`);
  });

  it('adds the format that Accept asks for to those asked for', async () => {
    let formats: unknown;
    fixture.behave(async (row) => {
      formats = (row.params as { outputFormat: string[] }).outputFormat;
      return okEnd({ markdown: 'x' });
    });
    await scrape({ url: TARGET, outputFormat: ['html'] }).set('accept', 'text/markdown');
    expect(formats).toEqual(['html', 'markdown']);
  });

  it('sends the envelope when the page has no such text', async () => {
    const answer = await scrape().set('accept', 'text/markdown');
    expect(answer.headers['content-type']).toMatch(/^application\/json/);
    expect(answer.body.content).toBe('<p>hello</p>');
  });

  it.each(['*/*', 'application/json, text/plain, */*', 'image/png'])(
    'sends the envelope for Accept: %s',
    async (accept) => {
      expect((await scrape().set('accept', accept)).body.requestMetadata.status).toBe('ok');
    },
  );
});

describe('request ids', () => {
  it('echoes a clean client id beside its own', async () => {
    const answer = await scrape().set('x-request-id', 'job-17.a_b');
    expect(answer.headers['x-client-request-id']).toBe('job-17.a_b');
    expect(answer.headers['x-request-id']).toMatch(UUID);
  });

  it.each(['a b', 'x'.repeat(129), '<script>'])('ignores the client id %j', async (id) => {
    expect((await api().get('/nowhere').set('x-request-id', id)).headers).not.toHaveProperty('x-client-request-id');
  });
});

describe('failures of the target', () => {
  it.each([
    ['blocked', 'target_blocked', 502],
    ['target_5xx', 'target_unreachable', 502],
    ['page_timeout', 'target_timeout', 504],
    ['not_found', 'target_not_found', 404],
    ['target_status', 'target_status', 502],
    ['rate_limited', 'target_rate_limited', 502],
    ['internal_error', 'internal_error', 500],
  ] as const)('%s is %s, free, with its reason', async (verdict, error, status) => {
    fixture.behave(async () => ({ state: 'failed', verdict, error, reason: 'why_not', message: 'It did not work.' }));
    const answer = await scrape();
    expectError(answer, status, error);
    expect(answer.body).toMatchObject({ reason: 'why_not', message: 'It did not work.' });
    expect(answer.headers['x-credits-remaining']).toBe('1000');
    await expectNothingLeft();
  });

  it.each([
    ['login_wall', 'target_blocked', false, /Sign in with a session, or send cookies in headers\.$/],
    ['blocked', 'target_blocked', true, /refused to show/],
    ['dns_error', 'target_unreachable', true, /has no public address in DNS/],
    ['tls_error', 'target_unreachable', true, /certificate/],
    ['connection_error', 'target_unreachable', true, /refused, reset/],
    ['target_5xx', 'target_unreachable', true, /server error/],
  ] as const)('%s says what happened and whether to retry', async (verdict, error, retryable, words) => {
    fixture.behave(async () => ({ state: 'failed', verdict, error, reason: 'why_not' }));
    const answer = await scrape();
    expect(answer.status).toBe(502);
    expect(answer.body).toMatchObject({ error, retryable, reason: 'why_not', message: expect.stringMatching(words) });
  });

  it('says how long a target asked to wait, in header and body', async () => {
    const end = { state: 'failed', verdict: 'rate_limited', error: 'target_rate_limited' } as const;
    fixture.behave(async () => ({ ...end, retryAfterSeconds: 120 }));
    const answer = await scrape();
    expectError(answer, 502, 'target_rate_limited');
    expect([answer.body.retryAfterSeconds, answer.headers['retry-after']]).toEqual([120, '120']);
    fixture.behave(async () => end);
    expect((await scrape()).body).not.toHaveProperty('retryAfterSeconds');
  });

  it('links the stored page of an unrecognized one', async () => {
    fixture.behave(async (row) => {
      const pageName = 'page-1a2b3c4d.html';
      await fixture.files.put({ accountId: row.accountId, requestId: row.id, name: pageName }, '<p>new</p>');
      return { state: 'failed', verdict: 'unrecognized', error: 'target_unrecognized', pageName };
    });
    const answer = await scrape();
    expectError(answer, 502, 'target_unrecognized');
    const { html } = answer.body.requestMetadata as { html: string };
    const base = 'http://127.0.0.1:3000';
    expect(html).toBe(`${base}/files/${accountId}/${answer.headers['x-request-id']}/page-1a2b3c4d.html`);
    const page = await api().get(html.slice(base.length)).set('x-api-key', key).buffer(true);
    expect({ status: page.status, text: page.text }).toEqual({ status: 200, text: '<p>new</p>' });
  });

  it('links nothing where no page was stored', async () => {
    fixture.behave(async () => ({ state: 'failed', verdict: 'unrecognized', error: 'target_unrecognized' }));
    expect((await scrape()).body.requestMetadata).not.toHaveProperty('html');
  });

  it('answers 500 without any detail when the answer is not where it should be', async () => {
    fixture.behave(async () => ({ state: 'ok', verdict: 'ok', chargedCredits: 0, answerName: 'lost.json' }));
    const answer = await scrape();
    expectError(answer, 500, 'internal_error');
    expect(JSON.stringify(answer.body)).not.toMatch(/at |lost\.json|Error:/);
    expect(answer.body.message).toMatch(/no longer stored/);
  });
});

describe('429', () => {
  it('answers at once when every place is taken, and frees each place', async () => {
    const small = await fixture.addAccount({ concurrency: 2 });
    const { passed, open } = gate();
    const begun = gate();
    let count = 0;
    fixture.behave(async () => {
      if ((count += 1) === 2) begun.open();
      await passed;
      return okEnd();
    });
    const running = [scrape({ url: TARGET }, small.key), scrape({ url: TARGET }, small.key)].map((call) =>
      call.then((a) => a),
    );
    await begun.passed;
    const refused = await scrape({ url: TARGET }, small.key);
    expectError(refused, 429, 'concurrency_limit');
    expect(refused.headers).toMatchObject({
      'retry-after': '1',
      'ratelimit-policy': '"concurrency";q=2;qu="concurrent-requests"',
      ratelimit: '"concurrency";r=0',
    });
    const usage = await api().get('/user/me/usage').set('x-api-key', small.key);
    expect(usage.body.data).toMatchObject({ heldCredits: 20, concurrentRequests: 2, availableConcurrency: 0 });
    open();
    expect((await Promise.all(running)).map((answer) => answer.status)).toEqual([200, 200]);
    expect((await scrape({ url: TARGET }, small.key)).status).toBe(200);
    await expectNothingLeft(small.account.id);
  });
});

describe('logs', () => {
  it('never hold a key', async () => {
    await scrape();
    const answered = () =>
      fixture.lines
        .map((line) => JSON.parse(line) as Record<string, unknown>)
        .find((line) => line['accountId'] === accountId);
    // The line follows the answer.
    while (answered() === undefined) await new Promise((resolve) => setImmediate(resolve));
    expect(answered()).toMatchObject({ message: 'answered', route: '/scrape/web', status: 200 });
    expect(fixture.lines.join('')).not.toContain(key);
  });

  it('count every answer by route and status', async () => {
    await scrape();
    const text = await fixture.metrics.text();
    expect(text).toMatch(/http_requests_total\{[^}]*route="\/scrape\/web"[^}]*\} \d+/);
    expect(text).toMatch(/http_request_duration_seconds_count\{/);
    expect(text).not.toContain('nowhere');
  });
});
