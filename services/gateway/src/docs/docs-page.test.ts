import { execFileSync } from 'node:child_process';
import { describe, expect, it } from '@jest/globals';
import { BATCH_ROUTES, operationById, OPERATIONS, type Operation } from '@quarry/contracts';
import { curlExample } from './curl-example.js';
import { anchorOf } from './docs-html.js';
import { renderDocsPage } from './docs-page.js';
import { escapeHtml } from './escape-html.js';
import { exampleAnswer, exampleError } from './example-answers.js';
import { renderLlmsText } from './llms-text.js';
import { listParameters } from './parameter-list.js';
import { creditsText, priceRange, priceText } from './price-text.js';

const BASE_URL = 'https://scrape.example';
const FILES_URL = `${BASE_URL}/files`;
const DOCS = { operations: OPERATIONS, batchRoutes: BATCH_ROUTES, baseUrl: BASE_URL, filesUrl: FILES_URL };
const operation = (id: string): Operation => {
  const found = operationById(id);
  if (found === undefined) throw new Error(`no operation ${id}`);
  return found;
};

describe('listParameters', () => {
  it('writes nested and list names as a query string has them', () => {
    const names = listParameters(operation('lodging/search')).map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['keyword', 'price[min]', 'price[max]', 'facilities[]']));
    expect(listParameters(operation('realtya/listing')).map(({ name }) => name)).toContain('cost[pricePerSqft][min]');
  });

  it('writes names of a body plainly, required ones first', () => {
    const [first, ...rest] = listParameters(operation('scrape/web'));
    expect(first).toMatchObject({ name: 'url', isRequired: true });
    expect(rest.map(({ name }) => name)).toContain('outputFormat');
  });

  it.each(OPERATIONS.map(({ id }) => id))('knows type and meaning of every parameter of %s', (id) => {
    for (const { name, type, note } of listParameters(operation(id))) {
      expect(name).toMatch(/^\w+(\[\w*\]|\.\w+)*$/);
      expect(`${type}${note}`).not.toMatch(/undefined|\[object/);
      expect(note).not.toBe('');
    }
  });
});

describe('curlExample', () => {
  it.each(OPERATIONS.map(({ id }) => id))('of %s is one shell command with the example in it', (id) => {
    const command = curlExample(operation(id), BASE_URL);
    const script = `curl() { printf '%s\\n' "$@"; }; QUARRY_API_KEY=k1; ${command}`;
    const words = execFileSync('sh', ['-c', script], { encoding: 'utf8' }).trimEnd().split('\n');
    expect(words).toContain(`${BASE_URL}${operation(id).path}`);
    expect(words).toContain('x-api-key: k1');
    if (operation(id).method === 'POST') {
      expect(JSON.parse(words.at(-1) ?? '')).toEqual(operation(id).example);
    }
  });
});

describe('renderDocsPage', () => {
  it('has one section per operation that the navigation leads to', () => {
    const { html } = renderDocsPage(DOCS);
    const anchors = [...html.matchAll(/<a href="#([^"]+)"/g)].map(([, anchor]) => anchor);
    const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(anchors.every((anchor) => ids.includes(anchor))).toBe(true);
    expect(new Set(ids).size).toBe(ids.length);
    expect(html.match(/<section /g)).toHaveLength(OPERATIONS.length);
  });

  it('shows answers that are true: of the result schema, and what a call without parameters is told', () => {
    const answer = exampleAnswer(FILES_URL);
    expect(operation('scrape/web').result.parse(answer)).toEqual(answer);
    expect(exampleError(operation('scrape/web')).errors).toEqual([
      expect.objectContaining({ field: 'url', rule: 'required' }),
    ]);
  });

  it('says of every endpoint what it costs and by which rules its parameters go together', () => {
    const { html } = renderDocsPage(DOCS);
    for (const { path, prices, input } of OPERATIONS) {
      const section = html.slice(html.indexOf(`<h3>`, html.indexOf(`<section id="${anchorOf(path)}"`)));
      const text = section.slice(0, section.indexOf('</section>'));
      for (const { credits } of prices) expect(text).toContain(`<b>${creditsText(credits)}</b>`);
      for (const rule of input.rules) expect(text).toContain(escapeHtml(rule));
    }
  });

  it('marks the operations that have batches', () => {
    expect(renderDocsPage({ ...DOCS, batchRoutes: [] }).html).not.toContain('<span class="tag">batch</span>');
    expect(renderDocsPage(DOCS).html).toContain('<span class="tag">batch</span>');
  });

  it('says how a call is made safe to send again', () => {
    const { html } = renderDocsPage(DOCS);
    expect(html).toContain('<h2 id="retries">');
    expect(html).toMatch(/For 24 hours the same key/);
    for (const word of ['Idempotency-Key', 'Idempotency-Replayed: true', 'idempotency_conflict']) {
      expect(html).toContain(`<code>${word}</code>`);
    }
    expect(renderLlmsText(DOCS)).toContain('Idempotency-Key');
  });

  it('says how an answer tells that it was cut', () => {
    expect(renderDocsPage(DOCS).html).toContain('<code>limitsHit</code>');
    expect(renderLlmsText(DOCS)).toContain('limitsHit');
  });

  it('lets no text of an operation become markup', () => {
    const hostile: Operation = { ...operation('scrape/web'), summary: '<script>alert("x")</script>' };
    const { html } = renderDocsPage({ ...DOCS, operations: [hostile], batchRoutes: [] });
    expect(html).not.toContain('<script');
    expect(escapeHtml(`<a b="c" d='e'>&`)).toBe('&lt;a b=&quot;c&quot; d=&#39;e&#39;&gt;&amp;');
  });
});

describe('renderLlmsText and priceText', () => {
  it('say what a call costs', () => {
    expect(priceText(operation('enginea/images'))).toBe('Price: 5 credits.');
    expect([priceRange(operation('enginea/images')), priceRange(operation('scrape/web'))]).toEqual(['5', '1 to 15']);
    expect(priceText(operation('scrape/web'))).toMatch(
      /^Price: 1 credit \(without a browser.*, 15 credits \(in a browser, residential\)\.$/,
    );
    expect(renderLlmsText(DOCS)).toContain('Price: 5 credits.');
  });
});
