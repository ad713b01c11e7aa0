import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { BATCH_ROUTES, ERROR_CODES, operationById, OPERATIONS, type Operation } from '@quarry/contracts';
import { Validator } from '@seriousme/openapi-schema-validator';
import { REFERENCE_FOLDERS } from '../../test/gateway-fixture.js';
import { LLMS_FULL_MAX_CHARS } from '../bounds.js';
import { createDocumentation } from './documentation.js';
import { curlExample } from './curl-example.js';
import { exampleAnswer, exampleError } from './example-answers.js';
import { renderLlmsFullText } from './llms-full-text.js';
import { renderLlmsText } from './llms-text.js';
import { openApiDocument } from './open-api-document.js';
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

describe('the reference', () => {
  const document = openApiDocument(DOCS) as {
    info: { description: string };
    tags: { name: string; description: string }[];
    paths: Record<string, Record<string, { tags: string[]; description: string }>>;
  };
  const { description } = document.info;

  it('is a valid document whose operations have a described tag each', async () => {
    const { valid, errors } = await new Validator().validate(
      JSON.parse(JSON.stringify(document)) as Record<string, unknown>,
    );
    expect([valid, errors]).toEqual([true, undefined]);
    const used = Object.values(document.paths).flatMap((item) => Object.values(item).flatMap(({ tags }) => tags));
    expect([...new Set(used)].sort()).toEqual(document.tags.map(({ name }) => name).sort());
    for (const { description: text } of document.tags) expect(text).not.toBe('');
  });

  it('shows answers that are true: of the result schema, and what a call without parameters is told', () => {
    const answer = exampleAnswer(FILES_URL);
    expect(operation('scrape/web').result.parse(answer)).toEqual(answer);
    expect(exampleError(operation('scrape/web')).errors).toEqual([
      expect.objectContaining({ field: 'url', rule: 'required' }),
    ]);
  });

  it('says of every endpoint what it costs and by which rules its parameters go together', () => {
    for (const { path, method, prices, input } of OPERATIONS) {
      const text = document.paths[path]?.[method.toLowerCase()]?.description ?? '';
      for (const { credits } of prices) expect(text).toContain(creditsText(credits));
      for (const rule of input.rules) expect(text).toContain(rule);
      expect(description).toContain(`| \`${path}\` |`);
    }
  });

  it('has every error code and every neutral name', () => {
    for (const code of ERROR_CODES) expect(description).toContain(`| \`${code}\` |`);
    for (const { target } of OPERATIONS) if (target) expect(description).toContain(`| \`${target.name}\` |`);
  });

  it('says how a call is made safe to send again', () => {
    expect(description).toMatch(/For 24 hours the same key/);
    for (const word of ['Idempotency-Key', 'Idempotency-Replayed: true', 'idempotency_conflict']) {
      expect(description).toContain(`\`${word}\``);
    }
    expect(renderLlmsText(DOCS)).toContain('Idempotency-Key');
  });

  it('says how an answer tells that it was cut', () => {
    expect(description).toContain('`limitsHit`');
    expect(renderLlmsText(DOCS)).toContain('limitsHit');
  });
});

describe('createDocumentation', () => {
  it('opens nothing before it is asked, and makes each text once', () => {
    const nowhere = { web: '/nowhere', library: '/nowhere', guides: '/nowhere' };
    const { openApiText, assets, page } = createDocumentation(DOCS, nowhere);
    expect(openApiText()).toBe(openApiText());
    expect(assets).toThrow(/ENOENT/);
    expect(page).toThrow(/ENOENT/);
  });

  it('knows the path at which the API is public', () => {
    const folders = { ...REFERENCE_FOLDERS };
    const { page, assets } = createDocumentation({ ...DOCS, baseUrl: 'https://example.com/quarry' }, folders);
    expect(page().html).toContain(`src="/quarry${assets().path}/reference.js"`);
    expect(assets().path).toMatch(/^\/docs\/assets\/\d+\.\d+\.\d+$/);
  });
});

describe('renderLlmsFullText', () => {
  const folder = mkdtempSync(join(tmpdir(), 'quarry-guides-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('has the reference and every guide, those for callers first, and never exceeds its limit', () => {
    for (const name of ['architecture', 'batch', 'getting-started']) {
      writeFileSync(join(folder, `${name}.md`), `# The guide ${name}\n\nWords.\n`);
    }
    const text = renderLlmsFullText(DOCS, folder);
    for (const { path } of OPERATIONS) expect(text).toContain(path);
    expect(text.match(/# The guide \S+/g)).toEqual([
      '# The guide getting-started',
      '# The guide batch',
      '# The guide architecture',
    ]);
    writeFileSync(join(folder, 'batch.md'), `# The guide batch\n\n${'x'.repeat(LLMS_FULL_MAX_CHARS)}\n`);
    const full = renderLlmsFullText(DOCS, folder);
    expect(full.length).toBeLessThan(LLMS_FULL_MAX_CHARS + 1_000);
    expect(full).toContain('# The guide batch\n\nLeft out: it is too long for this text.');
    expect(full).toContain('# The guide architecture\n\nWords.');
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
