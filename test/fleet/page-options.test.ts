import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  ApiClient,
  startFleet,
  startForwardProxy,
  startModelServer,
  startTargetSite,
  type Answer,
  type Fleet,
  type ForwardProxy,
  type ModelServer,
  type TargetSite,
} from '@quarry/testkit';

let site: TargetSite;
let residential: ForwardProxy;
let model: ModelServer;
let fleet: Fleet;
let api: ApiClient;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'quarry-options-'));
  const adblockList = join(folder, 'ads.txt');
  writeFileSync(adblockList, '! ours\n/asset/tracker.js\n');
  [site, residential, model] = await Promise.all([startTargetSite(), startForwardProxy(), startModelServer()]);
  fleet = await startFleet({
    services: ['gateway', 'browser-scrape'],
    env: {
      EGRESS_ALLOW: site.host,
      PROXY_RESIDENTIAL: `http://user-{country}-{session}:pass@${residential.host}`,
      PROXY_COUNTRIES: 'DE,US',
      ROBOTS: 'warn',
      ADBLOCK_LIST: adblockList,
      AI_BASE_URL: model.baseUrl,
      AI_MODEL: 'test-model',
      AI_API_KEY: 'test-key',
    },
  });
  api = new ApiClient(fleet);
}, 180_000);

afterAll(async () => {
  // When a fleet does not start, the others are open.
  await (fleet as Fleet | undefined)?.stop();
  await Promise.all([site.close(), residential.close(), model.close()]);
  rmSync(folder, { recursive: true, force: true });
}, 60_000);

const scrape = (path: string, options: Record<string, unknown> = {}): Promise<Answer> =>
  api.scrape({ url: `${site.url}${path}`, ...options });
const charged = ({ headers }: Answer): string | null => headers.get('x-credits-charged');
const plain = { jsRendering: false };
const hitsOf = (path: string): number => site.hits.get(path) ?? 0;

describe('what the page is reduced to', () => {
  it('includeOnlyTags, excludeTags and removeBase64Images, in every format', async () => {
    const { body } = await scrape('/shop/1', {
      ...plain,
      outputFormat: ['html', 'text', 'markdown', 'json'],
      includeOnlyTags: ['main', 'footer'],
      excludeTags: ['footer', '.tags'],
      removeBase64Images: true,
      extractLinks: true,
    });
    for (const format of ['content', 'text', 'markdown'] as const) {
      expect(body[format]).toContain('woven cable');
      expect(body[format]).not.toMatch(/All lamps|Imprint|Subscribe|base64/);
    }
    expect(body['content']).not.toContain('<li>stone</li>');
    expect(body['content']).toContain('/lamp.jpg');
    expect(JSON.stringify(body['json'])).not.toContain('Imprint');
    expect(body['links']).toEqual([]);
  });

  it('onlyMainContent', async () => {
    const { body } = await scrape('/shop/1', { ...plain, outputFormat: ['markdown', 'text'], onlyMainContent: true });
    expect(body['markdown']).toContain('woven cable');
    for (const format of ['text', 'markdown'] as const) expect(body[format]).not.toMatch(/All lamps|Imprint and terms/);
  });

  it('a selector that no browser knows is told at once', async () => {
    const answer = await scrape('/shop/1', { excludeTags: ['p:nonsense'] });
    expect(answer.status).toBe(422);
    expect(answer.body).toMatchObject({ error: 'validation_failed', errors: [{ field: 'excludeTags.0' }] });
  });
});

describe('what is read from the page', () => {
  it('extractRules: null, one text, several, attributes', async () => {
    const { body } = await scrape('/shop/1', {
      ...plain,
      extractRules: { title: 'h1', tags: '.tags li', home: 'nav a @href', none: '.nothing' },
    });
    expect(body['extractedData']).toEqual({
      title: 'Slate lamp',
      tags: ['stone', 'brass'],
      home: [`${site.url}/`, `${site.url}/lamps`],
      none: null,
    });
  });

  it('extractRules as objects: types and outputs are fixed, mistakes are named by their path', async () => {
    const { body } = await scrape('/shop/1', {
      ...plain,
      extractRules: {
        title: { selector: 'h1', output: 'markdown' },
        home: { selector: 'nav a', type: 'item', output: '@href' },
        tags: { selector: '.tags li', type: 'list' },
        none: { selector: '.nothing', type: 'list', output: { a: 'b' } },
        lists: { selector: '.tags', type: 'list', output: { first: { selector: 'li' }, all: 'li' } },
      },
    });
    expect(body['extractedData']).toEqual({
      title: '# Slate lamp',
      home: `${site.url}/`,
      tags: ['stone', 'brass'],
      none: [],
      lists: [{ first: 'stone', all: ['stone', 'brass'] }],
    });
    const wrong = await scrape('/shop/1', { extractRules: { a: { selector: 'p', output: { b: { type: 'all' } } } } });
    expect(wrong.status).toBe(422);
    expect(wrong.body['errors']).toMatchObject([
      { field: 'extractRules.a.output.b.selector', rule: 'required' },
      { field: 'extractRules.a.output.b.type', rule: 'enum' },
    ]);
  });

  it('dropLinks, dropImages, tokenCount, and the title', async () => {
    const whole = await scrape('/shop/1', { ...plain, outputFormat: ['markdown'], tokenCount: true });
    expect(whole.body['markdown']).toMatch(/\]\(https?:/);
    expect(whole.body.requestMetadata).toMatchObject({ title: expect.stringMatching(/\S/) });
    const options = { dropLinks: true, dropImages: true, tokenCount: true };
    const bare = await scrape('/shop/1', { ...plain, outputFormat: ['markdown'], ...options });
    expect(bare.body['markdown']).not.toMatch(/\]\(/);
    expect(bare.body['markdown']).toContain('woven cable');
    expect(Number(bare.body['tokenCount'])).toBeGreaterThan(0);
    expect(Number(bare.body['tokenCount'])).toBeLessThan(Number(whole.body['tokenCount']));
  });

  const rules = {
    name: { type: 'string' },
    price: { type: 'number' },
    inStock: { type: 'boolean', description: 'whether it can be bought now' },
    warranty: { type: 'string', description: 'length of the warranty' },
  };

  it('aiExtractRules by the model, checked against the page', async () => {
    model.reply({
      say: { name: 'Slate lamp', price: 49.9, inStock: true, warranty: 'twelve years' },
      promptTokens: 321,
      completionTokens: 21,
    });
    const answer = await scrape('/shop/1', { ...plain, aiExtractRules: rules });
    expect(answer.body['aiResponse']).toEqual({ name: 'Slate lamp', price: 49.9, inStock: true, warranty: null });
    expect(answer.body['aiExtraction']).toMatchObject({
      extractor: 'model',
      model: 'test-model',
      promptTokens: 321,
      completionTokens: 21,
    });
    expect(charged(answer)).toBe('1');
  });

  it('aiExtractRules by the embedded extractor where the model fails, and says so', async () => {
    model.reply({ status: 401, body: '{}' });
    const { body } = await scrape('/shop/1', { ...plain, aiExtractRules: rules });
    expect(body['aiResponse']).toEqual({ name: 'Slate lamp', price: 49.9, inStock: true, warranty: null });
    expect(body['aiExtraction']).toMatchObject({ extractor: 'embedded', note: expect.stringMatching(/\S/) });
    expect(JSON.stringify(body)).not.toContain('test-key');
  });
});

describe('what the browser does', () => {
  it('wait', async () => {
    const { body } = await scrape('/desk/wait', { wait: 2_000, outputFormat: ['text'] });
    expect(body).toMatchObject({ rendered: true, text: expect.stringContaining('Ready at last') });
  });

  it('waitFor', async () => {
    const { body } = await scrape('/desk/for', { waitFor: '#ready', outputFormat: ['text'] });
    expect(body['text']).toContain('Ready at last');
  });

  it('jsScenario: all eight actions in order', async () => {
    const { body } = await scrape('/desk/scenario', {
      outputFormat: ['text'],
      jsScenario: [
        { fill: ['#name', 'Ada'] },
        { click: '#greet' },
        { wait: 50 },
        { waitForAndClick: '#now' },
        { waitFor: '#ready' },
        { scrollY: 500 },
        { scrollX: 300 },
        { wait: 300 },
        { evaluate: "document.getElementById('log').textContent += 'evaluated;'" },
      ],
    });
    const text = String(body['text']);
    const [typed, hello, now, down, evaluated] = ['typed', 'hello Ada', 'now;', 'down', 'evaluated'].map((word) =>
      text.indexOf(word),
    );
    expect([typed, hello, now, down, evaluated]).toEqual(
      [typed, hello, now, down, evaluated]
        .map((at) => (at === -1 ? 'missing' : at))
        .sort((a, b) => Number(a) - Number(b)),
    );
    expect(text).toContain('right');
  });

  it('jsScenario: what scripts return comes back, null for nothing', async () => {
    const { body } = await scrape('/desk/values', {
      outputFormat: ['text'],
      jsScenario: [
        { evaluate: '({ title: document.title, sum: 1 + 1 })' },
        { wait: 1 },
        { evaluate: 'let nothing' },
        { evaluate: 'window.self = window; window' },
      ],
    });
    expect(body['jsScenarioResults']).toEqual([{ title: 'Desk', sum: 2 }, null, null]);
    expect(body['warnings']).toEqual(['scenario_result_unreadable']);
  });

  const fileOf = async (address: unknown): Promise<{ type: string | null; start: string }> => {
    const file = await fetch(String(address), { headers: { 'x-api-key': fleet.apiKey } });
    const bytes = Buffer.from(await file.arrayBuffer());
    return { type: file.headers.get('content-type'), start: bytes.toString('latin1', 0, 5) };
  };

  it('screenshot with options', async () => {
    const screenshot = { selector: '#greet', format: 'png', viewport: { width: 800, height: 600 } };
    const answer = await scrape('/desk/button', { screenshot });
    expect(await fileOf(answer.body['screenshot'])).toEqual({ type: 'image/png', start: '\u0089PNG\r' });
    expect(charged(answer)).toBe('10');
    const missing = await scrape('/desk/none', { screenshot: { selector: '#none' } });
    expect([missing.status, missing.body['error'], charged(missing)]).toEqual([422, 'scenario_failed', '0']);
    expect(missing.body['message']).toContain('screenshot: no element matched');
    const wrong = await scrape('/desk/wrong', { screenshot: { format: 'gif', device: 'phone', quality: 0 } });
    expect((wrong.body['errors'] as { field: string }[]).map(({ field }) => field).sort()).toEqual([
      'screenshot.device',
      'screenshot.format',
      'screenshot.quality',
    ]);
  });

  it('pdf: the page printed, as a private file', async () => {
    const answer = await scrape('/desk/print', { pdf: true });
    expect(answer.body).toMatchObject({ rendered: true, pdf: expect.stringMatching(/\.pdf$/) });
    expect(await fileOf(answer.body['pdf'])).toEqual({ type: 'application/pdf', start: '%PDF-' });
    expect(charged(answer)).toBe('10');
    const stranger = await fetch(String(answer.body['pdf']), { headers: { 'x-api-key': 'none' } });
    expect(stranger.status).toBeGreaterThanOrEqual(401);
    const refused = await scrape('/desk/print', { ...plain, pdf: true });
    expect(refused.body).toMatchObject({ error: 'validation_failed', errors: [{ field: 'pdf' }] });
  });

  it('reads the page that a step led to', async () => {
    const { body } = await scrape('/desk/away', { outputFormat: ['text'], jsScenario: [{ click: '#away' }] });
    expect(body).toMatchObject({
      url: `${site.url}/desk-left`,
      text: expect.stringContaining('You have left the desk'),
    });
  });

  it('a step that fails is a 422 that names it, free of charge', async () => {
    const answer = await scrape('/desk/fails', { jsScenario: [{ wait: 1 }, { click: '#nowhere' }] });
    expect(answer.status).toBe(422);
    expect(answer.body).toMatchObject({ error: 'scenario_failed', message: expect.stringContaining('#nowhere') });
    expect(charged(answer)).toBe('0');
  });

  it('jsRendering false with a field that needs a browser is a 422', async () => {
    const answer = await scrape('/desk/no', { ...plain, waitFor: 'p' });
    expect(answer.body).toMatchObject({ error: 'validation_failed', errors: [{ field: 'waitFor' }] });
  });

  it('blockResources, blockUrls and the operator’s ad list keep sub-requests away', async () => {
    await scrape('/heavy/1', { jsRendering: true });
    expect([hitsOf('/asset/picture.png'), hitsOf('/asset/style.css'), hitsOf('/asset/tracker.js')]).toEqual([0, 0, 0]);
    expect(hitsOf('/asset/plain.js')).toBe(1);
    await scrape('/heavy/2', {
      jsRendering: true,
      blockResources: false,
      blockAds: false,
      blockUrls: ['**/asset/plain.*'],
    });
    expect([hitsOf('/asset/picture.png'), hitsOf('/asset/style.css'), hitsOf('/asset/tracker.js')]).toEqual([1, 1, 1]);
    expect(hitsOf('/asset/plain.js')).toBe(1);
  });
});

describe('which way it goes', () => {
  it.each([
    [false, '5'],
    [true, '15'],
  ])('proxyType residential, jsRendering %s: by the pool, for %s credits', async (jsRendering, credits) => {
    const before = residential.hosts.length;
    const answer = await scrape('/page/proxied', { jsRendering, proxyType: 'residential', proxyCountry: 'DE' });
    expect(answer.status).toBe(200);
    expect(charged(answer)).toBe(credits);
    expect(residential.hosts.slice(before)).toContain(site.host);
    expect(residential.users.at(-1)).toMatch(/^user-de-[a-z0-9]+$/);
  });

  it('a country that no pool has is a 422', async () => {
    const answer = await scrape('/page/none', { ...plain, proxyType: 'residential', proxyCountry: 'FR' });
    expect(answer.status).toBe(422);
    expect(answer.body['error']).toBe('proxy_unavailable');
    expect(charged(answer)).toBe('0');
  });

  it('robots.txt is warned of where the operator wants that', async () => {
    const { body } = await scrape('/shop/hidden', plain);
    expect(body['warnings']).toEqual([expect.stringContaining('robots.txt')]);
    expect((await scrape('/shop/1', plain)).body).not.toHaveProperty('warnings');
  });
});

describe('the answer', () => {
  it.each([
    ['text/markdown', '# Slate lamp'],
    ['text/html', '<h1>Slate lamp</h1>'],
    ['text/plain', 'Slate lamp'],
  ])('Accept: %s gets the bare text', async (accept, expected) => {
    const answer = await fetch(`${fleet.baseUrl}/scrape/web`, {
      method: 'POST',
      headers: { 'x-api-key': fleet.apiKey, 'content-type': 'application/json', accept },
      body: JSON.stringify({ url: `${site.url}/shop/1`, jsRendering: false }),
    });
    expect(answer.headers.get('content-type')).toContain(accept);
    expect(await answer.text()).toContain(expected);
  });

  it('is made again of what is stored, free of charge and without a fetch', async () => {
    const first = await scrape('/shop/again', { ...plain, outputFormat: ['markdown'], extractRules: { title: 'h1' } });
    const hits = hitsOf('/shop/again');
    const answer = await api.send('POST', `/requests/${first.body.requestMetadata?.id}/reparse`);
    expect(answer.status).toBe(200);
    const { requestMetadata, ...content } = answer.body;
    const { requestMetadata: firstMetadata, ...firstContent } = first.body;
    expect(content).toEqual(firstContent);
    expect(requestMetadata?.id).not.toBe(firstMetadata?.id);
    expect([charged(first), charged(answer), hitsOf('/shop/again')]).toEqual(['1', '0', hits]);
  });
});
