import { CHUNK_MAX_TOKENS, CHUNK_MIN_TOKENS } from './model-text-fields.js';
import { describe, expect, it } from '@jest/globals';
import { validateParams } from '../../validate-params.js';
import { AI_DESCRIPTION_MAX_CHARS, AI_ENUM_MAX, AI_RULES_DEPTH_MAX, AI_RULES_MAX } from './ai-extract-rules-field.js';
import { HEADER_NAME_MAX_CHARS, HEADER_VALUE_MAX_CHARS, HEADERS_MAX, PROHIBITED_HEADERS } from './headers-field.js';
import {
  FILL_MAX_CHARS,
  SCENARIO_STEPS_MAX,
  SCRIPT_MAX_CHARS,
  SCROLL_MAX_PX,
  WAIT_MAX_MS,
} from './js-scenario-field.js';
import { SELECTOR_MAX_CHARS } from './selectors.js';
import { scrapeWeb } from './web.js';

const BASE = { url: 'https://example.com/' };

const broken = (change: Readonly<Record<string, unknown>>): readonly string[] => {
  const checked = validateParams(scrapeWeb, { ...BASE, ...change });
  return checked.ok ? [] : checked.violations.map(({ field, rule }) => `${field} ${rule}`).sort();
};

const paramsOf = (change: Readonly<Record<string, unknown>>) => {
  const checked = validateParams(scrapeWeb, { ...BASE, ...change });
  if (!checked.ok) throw new Error(JSON.stringify(checked.violations));
  return checked.params;
};

const entries = (count: number, value: unknown): Record<string, unknown> =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`name${index}`, value]));

type Row = readonly [change: Readonly<Record<string, unknown>>, ...broken: readonly string[]];
const run = (rows: readonly Row[]): void => {
  it.each(rows.map((row) => [JSON.stringify(row[0]).slice(0, 100), row] as const))(
    '%s',
    (_name, [change, ...rules]) => {
      expect(broken(change)).toEqual([...rules].sort());
    },
  );
};

describe('url', () => {
  run([
    [{ url: undefined }, 'url required'],
    [{ url: '' }, 'url required'],
    [{ url: 5 }, 'url string'],
    [{ url: ['https://a.example'] }, 'url string'],
    [{ url: 'https://example.com/ä?q=1#x' }],
    [{ url: 'http://127.0.0.1/' }],
    [{ url: `https://example.com/${'x'.repeat(8192 - 20)}` }],
    [{ url: `https://example.com/${'x'.repeat(8192 - 19)}` }, 'url maxLength'],
    [{ url: 'example.com' }, 'url url'],
    [{ url: '/page' }, 'url url'],
    [{ url: 'https://' }, 'url url'],
    [{ url: 'https:example.com' }, 'url url'],
    [{ url: 'https:///example.com' }, 'url url'],
    [{ url: 'https:\\\\example.com' }, 'url url'],
    [{ url: ' https://example.com\r\n' }],
    [{ url: 'https://exa\nmple.com' }],
    [{ url: '\u00a0https://example.com' }, 'url url'],
    [{ url: 'https://example.com/\u0000x' }, 'url url'],
    [{ url: ' \n' }, 'url required'],
    [{ url: '\u0000' }, 'url url'],
    [{ url: 'https://exam ple.com' }, 'url url'],
    [{ url: 'https://me:secret@example.com' }, 'url url'],
    [{ url: 'example.com:80/x' }, 'url url'],
    [{ url: 'localhost:3000' }, 'url url'],
    [{ url: 'ftp://me:secret@example.com' }, 'url url'],
    // The target rule refuses these, as it refuses addresses: with target_forbidden, in a batch item by item.
    [{ url: 'file:///etc/passwd' }],
    [{ url: 'ftp://example.com/x' }],
    [{ url: 'javascript:alert(1)' }],
    [{ url: 'data:text/html,x' }],
  ]);
});

describe('simple fields', () => {
  run([
    [{ outputFormat: ['html', 'text', 'markdown', 'json'] }],
    [{ outputFormat: 'markdown' }, 'outputFormat array'],
    [{ outputFormat: [] }, 'outputFormat minLength'],
    [{ outputFormat: ['pdf', 'html', 5] }, 'outputFormat.0 enum', 'outputFormat.2 string'],
    [{ proxyType: 'mobile' }, 'proxyType enum'],
    [{ proxyType: ['datacenter'] }, 'proxyType string'],
    [{ proxyCountry: 'EUR' }, 'proxyCountry enum'],
    [{ proxyCountry: 'ZZ' }, 'proxyCountry enum'],
    [{ proxyCountry: 49 }, 'proxyCountry string'],
    [{ screenshot: 'true' }, 'screenshot boolean'],
    [{ extractLinks: 1, extractEmails: null }, 'extractEmails boolean', 'extractLinks boolean'],
    [{ wait: '100' }, 'wait integer'],
    [{ wait: 1.5 }, 'wait integer'],
    [{ wait: WAIT_MAX_MS }],
    [{ wait: WAIT_MAX_MS + 1 }, 'wait range'],
    [{ wait: -1 }, 'wait range'],
    [{ waitFor: '#main > .row:not(.ad)' }],
    [{ waitFor: 'div[' }, 'waitFor selector'],
    [{ waitFor: '' }, 'waitFor minLength'],
    [{ waitFor: 'x'.repeat(SELECTOR_MAX_CHARS + 1) }, 'waitFor maxLength'],
    [{ blockUrls: ['**.ads.example/**'] }],
    [{ blockUrls: Array.from({ length: 100 }, (_, index) => `*${index}`) }],
    [{ blockUrls: Array.from({ length: 101 }, (_, index) => `*${index}`) }, 'blockUrls maxLength'],
    [{ blockUrls: [5] }, 'blockUrls.0 string'],
    [{ includeOnlyTags: ['main'], excludeTags: ['nav', '.ad'] }],
    [{ includeOnlyTags: ['>>'], excludeTags: ['a', '['] }, 'excludeTags.1 selector', 'includeOnlyTags.0 selector'],
    [{ removeBase64Images: true, onlyMainContent: true }],
    [{ dropLinks: true, dropImages: true, tokenCount: true }],
    [{ dropLinks: 'yes', tokenCount: {} }, 'dropLinks boolean', 'tokenCount boolean'],
    [{ pdf: {} }, 'pdf boolean'],
    [{ format: 'html' }, 'format unknown'],
  ]);

  it.each([
    ['us', 'US'],
    ['UK', 'GB'],
    ['uk', 'GB'],
    ['GB', 'GB'],
    ['aq', 'AQ'],
  ])('keeps proxyCountry %s as %s', (sent, kept) => {
    expect(paramsOf({ proxyCountry: sent })['proxyCountry']).toBe(kept);
  });
});

describe('headers', () => {
  it('have the same forms in the documentation', () => {
    const { headers } = scrapeWeb.input.fields as Record<string, { schema: Record<string, Record<string, string>> }>;
    const name = new RegExp(headers?.schema['propertyNames']?.['pattern'] ?? 'none');
    const value = new RegExp(headers?.schema['additionalProperties']?.['pattern'] ?? 'none');
    expect(['X-Thing', 'X A', 'é', ''].map((text) => name.test(text))).toEqual([true, false, false, false]);
    expect(['a\tb', 'café', 'a\nb', '\u20ac'].map((text) => value.test(text))).toEqual([true, true, false, false]);
  });

  run([
    [{ headers: { Cookie: 'a=b; c=d', 'X-Thing': '1', Authorization: 'Bearer x' } }],
    [{ headers: {} }],
    [{ headers: { 'X-Latin': 'caf\u00e9', 'X-Tab': 'a\tb', 'X-Empty': '' } }],
    [{ headers: { 'X-A': 'a\r\nX-B: b' } }, 'headers.X-A regex'],
    [{ headers: { 'X-A': '\u0000' } }, 'headers.X-A regex'],
    [{ headers: { 'X-A': '\u20ac' } }, 'headers.X-A regex'],
    [{ headers: { 'X-A': 5 } }, 'headers.X-A string'],
    [{ headers: { 'X A': 'a' } }, 'headers regex'],
    [{ headers: { 'X-A:': 'a' } }, 'headers regex'],
    [{ headers: { '': 'a' } }, 'headers regex'],
    [{ headers: { 'x\r\ny': 'a' } }, 'headers regex'],
    [{ headers: ['Cookie: a'] }, 'headers object'],
    [{ headers: 'Cookie: a' }, 'headers object'],
    [{ headers: { Cookie: 'a', cookie: 'b' } }, 'headers.cookie unique'],
    [{ headers: entries(HEADERS_MAX, 'x') }],
    [{ headers: entries(HEADERS_MAX + 1, 'x') }, 'headers maxLength'],
    [{ headers: { ['x'.repeat(HEADER_NAME_MAX_CHARS + 1)]: 'a' } }, 'headers regex'],
    [{ headers: { 'X-A': 'x'.repeat(HEADER_VALUE_MAX_CHARS) } }],
    [{ headers: { 'X-A': 'x'.repeat(HEADER_VALUE_MAX_CHARS + 1) } }, 'headers.X-A maxLength'],
    ...PROHIBITED_HEADERS.map((name): Row => [{ headers: { [name]: 'x' } }, `headers.${name} prohibited`]),
    [
      { headers: { HOST: 'x', 'Transfer-Encoding': 'chunked' } },
      'headers.HOST prohibited',
      'headers.Transfer-Encoding prohibited',
    ],
  ]);

  it('keeps names that JavaScript treats specially as plain names', () => {
    const headers = JSON.parse('{"__proto__": "a", "constructor": "b"}') as unknown;
    const kept = paramsOf({ headers })['headers'];
    expect(JSON.stringify(kept)).toBe('{"__proto__":"a","constructor":"b"}');
    expect(Object.getPrototypeOf(kept)).toBe(Object.prototype);
  });
});

describe('jsScenario', () => {
  run([
    [
      {
        jsScenario: [
          { click: '#a' },
          { fill: ['#b', 'text'] },
          { wait: 100 },
          { waitFor: '.c' },
          { waitForAndClick: '.d' },
          { scrollX: -10 },
          { scrollY: 500 },
          { evaluate: 'window.x = 1' },
        ],
      },
    ],
    [{ jsScenario: [] }],
    [{ jsScenario: { click: '#a' } }, 'jsScenario array'],
    [{ jsScenario: [{}] }, 'jsScenario.0 object'],
    [{ jsScenario: ['click'] }, 'jsScenario.0 object'],
    [{ jsScenario: [{ click: '#a', wait: 1 }] }, 'jsScenario.0 object'],
    [{ jsScenario: [{ hover: '#a' }] }, 'jsScenario.0 enum'],
    [{ jsScenario: [JSON.parse('{"__proto__": "#a"}')] }, 'jsScenario.0 enum'],
    [{ jsScenario: [{ toString: '#a' }] }, 'jsScenario.0 enum'],
    [{ jsScenario: [{ click: '[' }] }, 'jsScenario.0.click selector'],
    [{ jsScenario: [{ click: '#a' }, { fill: '#b' }] }, 'jsScenario.1.fill fixedLength'],
    [{ jsScenario: [{ fill: ['#b'] }] }, 'jsScenario.0.fill fixedLength'],
    [{ jsScenario: [{ fill: ['[', 5] }] }, 'jsScenario.0.fill.0 selector', 'jsScenario.0.fill.1 string'],
    [{ jsScenario: [{ fill: ['#b', ''] }] }],
    [{ jsScenario: [{ fill: ['#b', 'x'.repeat(FILL_MAX_CHARS + 1)] }] }, 'jsScenario.0.fill.1 maxLength'],
    [{ jsScenario: [{ wait: WAIT_MAX_MS + 1 }] }, 'jsScenario.0.wait range'],
    [{ jsScenario: [{ wait: '5' }] }, 'jsScenario.0.wait integer'],
    [{ jsScenario: [{ scrollY: SCROLL_MAX_PX + 1 }] }, 'jsScenario.0.scrollY range'],
    [{ jsScenario: [{ evaluate: 'x'.repeat(SCRIPT_MAX_CHARS + 1) }] }, 'jsScenario.0.evaluate maxLength'],
    [{ jsScenario: Array.from({ length: SCENARIO_STEPS_MAX }, (_, index) => ({ wait: index })) }],
    [{ jsScenario: Array.from({ length: SCENARIO_STEPS_MAX + 1 }, () => ({ wait: 1 })) }, 'jsScenario maxLength'],
  ]);

  it('keeps equal steps apart', () => {
    expect(paramsOf({ jsScenario: [{ scrollY: 9 }, { scrollY: 9 }] })['jsScenario']).toHaveLength(2);
  });
});

describe('selectors on a document', () => {
  it.each([
    'main > h1, .x + #y ~ z',
    'a[href^="x" i]:not(.y):has(> b)',
    ':is(a, b) :where(c)',
    'li:nth-child(2n+1 of .x):focus',
    'li:nth-last-of-type( -N + 3 )',
    'p:contains("x"):lang(en)',
    'x-y, größe, *|*',
    'a:HOVER',
  ])('%s is fine', (value) => {
    expect(
      broken({ includeOnlyTags: [value], excludeTags: [value], extractRules: { a: value, b: `${value} @id` } }),
    ).toEqual([]);
  });

  it.each([
    ['a:foo', ':foo is not supported'],
    ['a:foo(b)', ':foo is not supported'],
    ['a:toString', ':tostring is not supported'],
    ['li:not(b, :bar)', ':bar is not supported'],
    ['a::text', '::text is a pseudo-element'],
    ['li:nth-child(banana)', 'has an invalid formula'],
    ['li:nth-child(2 of :foo)', ':foo is not supported'],
    ['li:nth-of-type(2 of .x)', 'has an invalid formula'],
    ['li:nth-child', 'needs an argument'],
    ['li:first-child(2)', 'takes no argument'],
    ['> a', 'starts with a combinator'],
    ['li:not(> a)', 'starts with a combinator'],
    ['a || b', 'unsupported combinator'],
    ['a < b', 'unsupported combinator'],
    ['svg|a', 'namespaces'],
    ['[', 'is not a valid CSS selector.'],
  ])('%s is refused with its reason', (value, reason) => {
    const checked = validateParams(scrapeWeb, { ...BASE, excludeTags: [value], extractRules: { a: value } });
    const message = expect.stringContaining(reason);
    expect(checked).toMatchObject({
      ok: false,
      violations: expect.arrayContaining([
        expect.objectContaining({ field: 'excludeTags.0', rule: 'selector', message }),
        expect.objectContaining({ field: 'extractRules.a', rule: 'selector', message }),
      ]),
    });
  });

  it('leaves what a browser may know to the browser', () => {
    expect(broken({ waitFor: 'a:popover-open', jsScenario: [{ click: 'b:user-valid' }] })).toEqual([]);
  });
});

const nested = (depth: number): Record<string, unknown> =>
  depth === 1 ? { a: { type: 'string' } } : { a: { type: 'item', output: nested(depth - 1) } };

describe('aiExtractRules', () => {
  const one = (rule: unknown): Readonly<Record<string, unknown>> => ({ aiExtractRules: { a: rule } });
  const BROKEN = 'aiExtractRules jsonSchemaAI';
  run([
    [
      {
        aiExtractRules: {
          title: { type: 'string', description: 'Heading' },
          price: { type: 'number' },
          isNew: { type: 'boolean' },
          size: { type: 'string', enum: ['S', 'M'] },
          tags: { type: 'list', output: 'string' },
          seller: { type: 'item', output: { name: { type: 'string' } } },
          offers: { type: 'list', output: { price: { type: 'number' } } },
        },
      },
    ],
    [one({ type: 'list' }), BROKEN],
    [one({ type: 'item' }), BROKEN],
    [one({ type: 'item', output: 'string' }), BROKEN],
    [one({ type: 'list', output: 'date' }), BROKEN],
    [one({ type: 'list', output: {} }), BROKEN],
    [one({ type: 'string', output: 'string' }), BROKEN],
    [one({ type: 'date' }), BROKEN],
    [one({ type: 'toString' }), BROKEN],
    [one({}), BROKEN],
    [one('string'), BROKEN],
    [one({ type: 'number', enum: ['1'] }), BROKEN],
    [one({ type: 'string', enum: [] }), BROKEN],
    [one({ type: 'string', enum: [1] }), BROKEN],
    [one({ type: 'string', enum: Array.from({ length: AI_ENUM_MAX + 1 }, () => 'x') }), BROKEN],
    [one({ type: 'string', description: 5 }), BROKEN],
    [one({ type: 'string', description: 'x'.repeat(AI_DESCRIPTION_MAX_CHARS + 1) }), BROKEN],
    [one({ type: 'string', required: true }), BROKEN],
    [{ aiExtractRules: { a: { type: 'list' }, b: { type: 'item' }, c: { type: 'string' } } }, BROKEN, BROKEN],
    [{ aiExtractRules: [] }, 'aiExtractRules object'],
    [{ aiExtractRules: entries(AI_RULES_MAX, { type: 'string' }) }],
    [{ aiExtractRules: entries(AI_RULES_MAX + 1, { type: 'string' }) }, BROKEN],
    [{ aiExtractRules: nested(AI_RULES_DEPTH_MAX) }],
    [{ aiExtractRules: nested(AI_RULES_DEPTH_MAX + 1) }, BROKEN],
    [{ aiExtractRules: nested(2000) }, BROKEN],
  ]);

  it('names the entry that is broken', () => {
    const checked = validateParams(scrapeWeb, { ...BASE, aiExtractRules: { offers: { type: 'list' } } });
    expect(checked).toMatchObject({
      ok: false,
      violations: [{ message: expect.stringContaining('offers is of type list') }],
    });
  });
});

describe('jsRendering', () => {
  run([
    [{ jsRendering: false }],
    [{ jsRendering: false, screenshot: false, pdf: false, wait: 0, jsScenario: [] }],
    [{ jsRendering: false, pdf: true }, 'pdf requiresRendering'],
    [{ jsRendering: false, screenshot: true }, 'screenshot requiresRendering'],
    [
      { jsRendering: false, screenshot: true, wait: 5, waitFor: 'a', jsScenario: [{ wait: 1 }] },
      'jsScenario requiresRendering',
      'screenshot requiresRendering',
      'wait requiresRendering',
      'waitFor requiresRendering',
    ],
    [{ jsRendering: true, screenshot: true, wait: 5 }],
    [{ screenshot: true }],
    [{ url: 'nope', jsRendering: false, screenshot: true }, 'screenshot requiresRendering', 'url url'],
  ]);
});

describe('markdown for models', () => {
  run([
    [{ outputFormat: ['markdown'], tokenCount: true, tokenizer: 'o200k_base', chunks: { maxTokens: 50 } }],
    [{ outputFormat: ['markdown'], tokenizer: 'cl100k_base', chunks: { maxTokens: CHUNK_MAX_TOKENS } }],
    [{ tokenCount: true, tokenizer: 'o200k_base' }],
    [{ tokenizer: 'o200k_base' }, 'tokenCount requiredWhen'],
    [{ tokenCount: true, tokenizer: 'gpt-4' }, 'tokenizer enum'],
    [{ chunks: { maxTokens: 500 } }, 'outputFormat requiredWhen'],
    [{ outputFormat: ['html', 'text'], chunks: { maxTokens: 500 } }, 'outputFormat requiredWhen'],
    [{ outputFormat: ['markdown'], chunks: {} }, 'chunks.maxTokens required'],
    [{ outputFormat: ['markdown'], chunks: { maxTokens: CHUNK_MIN_TOKENS - 1 } }, 'chunks.maxTokens range'],
    [{ outputFormat: ['markdown'], chunks: { maxTokens: CHUNK_MAX_TOKENS + 1 } }, 'chunks.maxTokens range'],
    [{ outputFormat: ['markdown'], chunks: { maxTokens: 500, overlap: 1 } }, 'chunks.overlap unknown'],
    [{ outputFormat: ['markdown'], chunks: true }, 'chunks object'],
  ]);
});

describe('defaults', () => {
  it('fills what the contract names and leaves auto alone', () => {
    expect(paramsOf({})).toEqual({
      url: BASE.url,
      outputFormat: ['html'],
      wait: 0,
      extractLinks: false,
      extractEmails: false,
      screenshot: false,
      pdf: false,
      blockAds: true,
      blockResources: true,
      removeBase64Images: false,
      onlyMainContent: false,
      failOn4xx: false,
      dropLinks: false,
      dropImages: false,
      tokenCount: false,
    });
  });

  it.each([
    [{ screenshot: true }, false],
    [{ screenshot: { format: 'png' } }, false],
    [{ screenshot: {} }, false],
    [{ pdf: true }, false],
    [{ screenshot: true, blockResources: true }, true],
    [{ screenshot: false, blockResources: false }, false],
  ])('%j blocks resources: %s', (change, isBlocked) => {
    expect(paramsOf(change)['blockResources']).toBe(isBlocked);
  });
});
