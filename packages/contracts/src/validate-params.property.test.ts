import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { RULES } from './input/rules.js';
import { NAME_ECHO_MAX_CHARS, VIOLATIONS_MAX } from './input/violations.js';
import { leastHoldOf } from './operation.js';
import { OPERATIONS } from './operations/index.js';
import { validateParams } from './validate-params.js';
import { watchProcessor } from '@quarry/testkit/processor-time';

const NOW_MS = Date.UTC(2026, 10, 20);
const ids = OPERATIONS.map((operation) => [operation.id, operation] as const);

const [scrapeWeb] = OPERATIONS;
if (!scrapeWeb) throw new Error('no operations');

describe.each(ids)('%s', (_id, operation) => {
  const names = Object.keys(operation.input.fields);
  const values = fc.oneof(
    fc.jsonValue({ maxDepth: 4 }),
    fc.constantFrom('', '1', 'true', '2030-01-01', 'https://example.com', '-1', '__proto__', '\ud800'),
  );
  const inputs = fc.oneof(
    fc.jsonValue({ maxDepth: 6 }),
    fc.dictionary(fc.constantFrom(...names, '__proto__', 'constructor', 'toString', 'x.y'), values),
  );

  it('never throws; answers with listed rules or with parameters that it takes again', () => {
    fc.assert(
      fc.property(inputs, (input) => {
        const checked = validateParams(operation, input, { nowMs: NOW_MS });
        if (checked.ok) {
          expect(validateParams(operation, checked.params, { nowMs: NOW_MS })).toEqual(checked);
          return;
        }
        expect(checked.violations.length).toBeGreaterThan(0);
        for (const { field, rule, message } of checked.violations) {
          expect(Object.hasOwn(RULES, rule)).toBe(true);
          expect(typeof field).toBe('string');
          expect(message.length).toBeLessThan(1000);
        }
      }),
      { numRuns: 150 },
    );
  });

  it('never costs more than it holds', () => {
    const base = operation.example;
    const changes = fc.record(
      {
        jsRendering: fc.boolean(),
        screenshot: fc.boolean(),
        proxyType: fc.constantFrom('datacenter', 'residential'),
        otherOffers: fc.boolean(),
        extractAgentEmails: fc.boolean(),
      },
      { requiredKeys: [] },
    );
    const served = fc.record({
      tier: fc.constantFrom('http' as const, 'browser' as const),
      proxyType: fc.constantFrom('datacenter' as const, 'residential' as const),
      leftOut: fc.constantFrom(undefined, [], ['agentEmails']),
    });
    fc.assert(
      fc.property(changes, served, (change, how) => {
        const known = Object.fromEntries(Object.entries(change).filter(([name]) => names.includes(name)));
        const checked = validateParams(operation, { ...base, ...known }, { nowMs: NOW_MS });
        if (!checked.ok) return;
        const price = operation.priceCredits(checked.params, how);
        expect(price).toBeGreaterThan(0);
        expect(price).toBeLessThanOrEqual(operation.holdCredits(checked.params));
        expect(leastHoldOf(operation)).toBeLessThanOrEqual(operation.holdCredits(checked.params));
      }),
    );
  });
});

describe('hostile input', () => {
  it('reads own names only', () => {
    const input = JSON.parse('{"__proto__": {"url": "https://example.com"}, "hasOwnProperty": 1}') as unknown;
    const checked = validateParams(scrapeWeb, input);
    expect(checked).toMatchObject({
      ok: false,
      violations: [
        { field: 'url', rule: 'required' },
        { field: '__proto__', rule: 'unknown' },
        { field: 'hasOwnProperty', rule: 'unknown' },
      ],
    });
    const inherited = Object.create({ url: 'https://example.com' }) as unknown;
    expect(validateParams(scrapeWeb, inherited).ok).toBe(false);
  });

  it('takes objects without a prototype, as query parsers make them', () => {
    const input = Object.assign(Object.create(null) as object, { url: 'https://example.com' });
    expect(validateParams(scrapeWeb, input).ok).toBe(true);
  });

  it('bounds the number of violations and the names it repeats', () => {
    const many = Object.fromEntries(Array.from({ length: VIOLATIONS_MAX + 500 }, (_, index) => [`n${index}`, 1]));
    const checked = validateParams(scrapeWeb, many);
    expect(checked.ok ? 0 : checked.violations.length).toBe(VIOLATIONS_MAX);
    const long = validateParams(scrapeWeb, { url: 'https://example.com', ['x'.repeat(100_000)]: 1 });
    expect(long.ok ? '' : long.violations[0]?.field).toBe(`${'x'.repeat(NAME_ECHO_MAX_CHARS)}...`);
  });

  it('is quick with huge lists, texts and nesting', () => {
    let deep: unknown = 'x';
    for (let depth = 0; depth < 50_000; depth += 1) deep = { type: 'item', output: { a: deep } };
    const huge = {
      url: 'x'.repeat(1_000_000),
      outputFormat: Array.from({ length: 200_000 }, () => 'html'),
      waitFor: '['.repeat(500_000),
      headers: Object.fromEntries(Array.from({ length: 50_000 }, (_, index) => [`h${index}`, 'x'])),
      aiExtractRules: { a: deep },
      proxyCountry: 'u'.repeat(1_000_000),
    };
    const usedMs = watchProcessor();
    expect(validateParams(scrapeWeb, huge).ok).toBe(false);
    expect(usedMs()).toBeLessThan(500);
  });
});
