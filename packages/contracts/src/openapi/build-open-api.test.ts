import { beforeAll, describe, expect, it } from '@jest/globals';
import { Validator } from '@seriousme/openapi-schema-validator';
import { BATCH_ROUTES, CRAWL_ROUTES } from '../routes/batch-routes.js';
import { ERROR_CODES } from '../errors.js';
import { OPERATIONS } from '../operations/index.js';
import { buildOpenApi } from './build-open-api.js';

interface Described {
  readonly parameters?: readonly {
    readonly name: string;
    readonly required?: boolean;
    readonly description?: string;
    readonly schema: Readonly<Record<string, unknown>>;
  }[];
  readonly responses: Readonly<Record<string, unknown>>;
  readonly requestBody?: { readonly content: { readonly 'application/json': { readonly schema: Schema } } };
  readonly description?: string;
  readonly operationId: string;
  readonly 'x-credits'?: readonly { readonly credits: number }[];
}

interface Schema {
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly additionalProperties?: boolean;
}

interface Document {
  readonly openapi: string;
  readonly servers: readonly { readonly url: string }[];
  readonly security: unknown;
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
    readonly securitySchemes: unknown;
  };
}

const text = JSON.stringify(buildOpenApi({ baseUrl: 'https://quarry.example' }));
const document = JSON.parse(text) as Document;

const describedAt = (path: string, method: string): Described => {
  const described = document.paths[path]?.[method];
  if (!described) throw new Error(`nothing at ${method} ${path}`);
  return described;
};

describe('validity', () => {
  let result: { valid: boolean; errors?: unknown };
  beforeAll(async () => {
    result = await new Validator().validate(JSON.parse(text) as Record<string, unknown>);
  });

  it('is a valid OpenAPI 3.1 document', () => {
    expect(result.errors).toBeUndefined();
    expect(result.valid).toBe(true);
    expect(document.openapi).toMatch(/^3\.1\./);
    expect(document.servers).toEqual([{ url: 'https://quarry.example' }]);
  });

  it('is refused by the validator once broken, so that the check above means something', async () => {
    const broken = JSON.parse(text) as { paths: Record<string, { get?: { responses?: unknown } }> };
    const serp = broken.paths['/scrape/enginea/serp']?.get;
    if (serp) serp.responses = 'none';
    expect((await new Validator().validate(broken)).valid).toBe(false);
  });

  it('points only at components that exist', () => {
    const pointers = [...text.matchAll(/"\$ref":"#\/([^"]+)"/g)].map((match) => match[1] ?? '');
    expect(pointers.length).toBeGreaterThan(100);
    for (const pointer of new Set(pointers)) {
      const found = pointer
        .split('/')
        .reduce<unknown>((value, key) => (value as Record<string, unknown>)[key], document);
      expect([pointer, typeof found]).toEqual([pointer, 'object']);
    }
  });

  it('names every operation once', () => {
    const ids = Object.values(document.paths).flatMap((item) => Object.values(item).map((one) => one.operationId));
    expect(new Set(ids).size).toBe(ids.length);
  });
});

describe('content', () => {
  it('has every operation, batch route and service path', () => {
    for (const { path, method } of OPERATIONS) expect(describedAt(path, method.toLowerCase())).toBeDefined();
    const jobRoutes = [...BATCH_ROUTES, ...CRAWL_ROUTES];
    const batchPaths = new Set(jobRoutes.map(({ path }) => path));
    for (const { path, method } of jobRoutes) {
      expect(describedAt(path.replace(':jobId', '{jobId}'), method.toLowerCase())).toBeDefined();
    }
    for (const path of [
      '/user/me/usage',
      '/requests',
      '/requests/{requestId}',
      '/batches',
      '/files/{accountId}/{requestId}/{name}',
      '/healthz',
      '/readyz',
      '/openapi.json',
      '/docs',
      '/llms.txt',
      '/llms-full.txt',
    ]) {
      expect(describedAt(path, 'get')).toBeDefined();
    }
    expect(describedAt('/requests/{requestId}/reparse', 'post')).toBeDefined();
    expect(describedAt('/webhooks/deliveries', 'get')).toBeDefined();
    expect(describedAt('/webhooks/deliveries/{deliveryId}/redeliver', 'post')).toBeDefined();
    expect(describedAt('/webhooks/secret', 'get')).toBeDefined();
    expect(describedAt('/files/sign', 'post')).toBeDefined();
    for (const path of ['', '/{scheduleId}', '/{scheduleId}/changes.rss']) {
      expect(describedAt(`/schedules${path}`, 'get')).toBeDefined();
    }
    for (const path of ['', '/{sessionName}']) expect(describedAt(`/sessions${path}`, 'get')).toBeDefined();
    expect(Object.keys(document.paths)).toHaveLength(OPERATIONS.length + batchPaths.size + 24);
  });

  it('describes what a reparse, an item and the defaults of a batch may have', () => {
    const body = (path: string) => describedAt(path, 'post').requestBody?.content['application/json'].schema;
    const reparse = body('/requests/{requestId}/reparse');
    expect(reparse?.additionalProperties).toBe(false);
    expect(Object.keys(reparse?.properties ?? {})).toEqual(expect.arrayContaining(['outputFormat', 'extractRules']));
    expect(reparse?.properties).not.toHaveProperty('url');
    const { ScrapeWebItem: item, ScrapeWebDefaults: defaults } = document.components.schemas as Record<string, Schema>;
    expect(item).toMatchObject({ additionalProperties: false });
    expect(item).not.toHaveProperty('required');
    expect(item?.properties).not.toHaveProperty('maxAge');
    expect(defaults).toEqual({ type: 'object', additionalProperties: false, properties: item?.properties });
    const url = { required: ['url'] };
    expect(body('/scrape/batch/web')).toMatchObject({
      required: ['requests'],
      anyOf: [{ properties: { requests: { items: url } } }, { required: ['defaults'], properties: { defaults: url } }],
    });
    expect(body('/scrape/batch/web')?.properties).toMatchObject({
      requests: { items: { $ref: '#/components/schemas/ScrapeWebItem' } },
      defaults: { $ref: '#/components/schemas/ScrapeWebDefaults' },
    });
  });

  it('asks for the key everywhere but on the probes', () => {
    expect(document.security).toEqual([{ apiKey: [] }, { bearer: [] }]);
    expect(document.components.securitySchemes).toMatchObject({
      bearer: { type: 'http', scheme: 'bearer' },
      apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key' },
    });
    expect(describedAt('/healthz', 'get')).toMatchObject({ security: [] });
  });

  it('states bracketed names literally', () => {
    const names = (path: string) => describedAt(path, 'get').parameters?.map(({ name }) => name);
    expect(names('/scrape/lodging/search')).toEqual(
      expect.arrayContaining(['keyword', 'price[min]', 'price[max]', 'propertyType[]', 'onlinePayment[]']),
    );
    expect(names('/scrape/realtya/listing')).toEqual(
      expect.arrayContaining(['cost[pricePerSqft][min]', 'listingType[category][]', 'listingType[siteListingsOnly]']),
    );
    expect(names('/scrape/enginea/scholar')).toContain('lr[]');
    expect(names('/scrape/enginea/scholar')).not.toContain('lr');
    expect(names('/scrape/enginea/serp')).not.toContain('lr');
  });

  it('states what is due, defaults and bounds', () => {
    const find = (path: string, name: string) => describedAt(path, 'get').parameters?.find((one) => one.name === name);
    expect(find('/scrape/enginea/serp', 'q')).toMatchObject({ required: true, schema: { maxLength: 2048 } });
    // A member of what may be left out may be left out with it.
    expect(find('/scrape/enginea/serp', 'webhook[url]')).toMatchObject({ required: false });
    expect(find('/scrape/realtya/listing', 'type')).toMatchObject({ required: false, schema: { default: 'forSale' } });
    expect(find('/scrape/storeplatform/collections', 'limit')).toMatchObject({
      schema: { type: 'integer', minimum: 1, maximum: 250, default: 10 },
    });
    expect(find('/scrape/lodging/search', 'sort')?.schema['enum']).toHaveLength(10);
    expect(find('/scrape/lodging/search', 'propertyType[]')).toMatchObject({ style: 'form', explode: true });
  });

  it('gives the prices of every operation', () => {
    for (const operation of OPERATIONS) {
      const described = describedAt(operation.path, operation.method.toLowerCase());
      expect(described['x-credits']).toEqual(operation.prices);
    }
  });

  it('requires of page scraping its url alone', () => {
    expect(document.components.schemas['ScrapeWebRequest']).toMatchObject({ required: ['url'] });
  });

  it('lists every code an answer can carry', () => {
    const bodies = Object.entries(document.components.schemas).filter(([name]) => /^Error\d{3}$/.test(name));
    const codes = bodies.flatMap(([, body]) => (body['properties'] as { error: { enum: string[] } }).error.enum);
    expect([...codes, 'cancelled', 'expired'].sort()).toEqual([...ERROR_CODES].sort());
  });

  it('writes patterns that every language reads', () => {
    expect(text).toContain('"pattern":"^(\\\\d{2})\\\\/(\\\\d{2})\\\\/(\\\\d{4})$"');
    expect(text).not.toContain('(?<');
  });

  it('says how a file is refused: without a key, and where it is not there', () => {
    const statuses = Object.keys(describedAt('/files/{accountId}/{requestId}/{name}', 'get').responses);
    expect(statuses).toEqual(expect.arrayContaining(['200', '206', '304', '401', '404', '405', '416']));
  });

  it('describes the headers of answers to a valid key', () => {
    const headersOf = (described: unknown) => Object.keys((described as { headers: object }).headers);
    const all = ['x-request-id', 'x-credits-charged', 'x-credits-remaining', 'RateLimit', 'RateLimit-Policy'];
    for (const [path, method] of [
      ['/scrape/web', 'post'],
      ['/user/me/usage', 'get'],
      ['/files/{accountId}/{requestId}/{name}', 'get'],
    ] as const) {
      const own = method === 'post' ? ['x-cache', 'Idempotency-Replayed', 'x-target-status'] : [];
      expect(headersOf(describedAt(path, method).responses['200'])).toEqual([...all, ...own]);
    }
    const { responses } = document.components as unknown as { responses: Record<string, unknown> };
    expect(headersOf(responses['Error404'])).toEqual(all);
    expect(headersOf(responses['Error401'])).toEqual(['x-request-id']);
  });

  it('lets every POST be sent again under a key, and nothing else', () => {
    for (const [path, item] of Object.entries(document.paths)) {
      // They make nothing, so they may be sent again without one.
      if (/^\/files\/sign$|^\/schedules\/\{scheduleId\}/.test(path)) continue;
      for (const [method, { parameters = [], responses }] of Object.entries(item)) {
        const key = parameters.find(({ name }) => name === 'Idempotency-Key');
        expect([path, method, key !== undefined]).toEqual([path, method, method === 'post']);
        expect([path, Object.keys(responses).includes('409')]).toEqual([path, method === 'post']);
        if (method !== 'post') continue;
        expect(key).toMatchObject({ required: false, schema: { minLength: 1, maxLength: 255 } });
        expect(Object.keys((responses['200'] as { headers: object }).headers)).toContain('Idempotency-Replayed');
      }
    }
  });

  it('names the bounds that a page ran into', () => {
    expect(document.components.schemas['ScrapeWebResult']?.['properties']).toMatchObject({
      limitsHit: { type: 'array', items: { type: 'string' }, description: expect.stringContaining('maxLinks') },
    });
  });

  it('describes the raw answers of page scraping', () => {
    const { responses } = describedAt('/scrape/web', 'post');
    expect(Object.keys((responses['200'] as { content: object }).content)).toEqual([
      'application/json',
      'text/markdown',
      'text/html',
      'text/plain',
    ]);
  });

  it('gives examples that the operations take', () => {
    const parameters = describedAt('/scrape/lodging/search', 'get').parameters ?? [];
    const given = parameters.filter((parameter) => 'example' in parameter).map(({ name }) => name);
    expect(given).toEqual(expect.arrayContaining(['keyword', 'price[min]', 'propertyType[]', 'childrenAges']));
  });

  it('bounds a batch and its pages', () => {
    expect(text).toContain('"requests":{"type":"array","minItems":1,"maxItems":10000');
    const paging = describedAt('/scrape/batch/web/{jobId}/results', 'get').parameters ?? [];
    expect(paging.map(({ name, schema }) => [name, schema['minimum'], schema['maximum']])).toEqual([
      ['jobId', undefined, undefined],
      ['page', 1, Number.MAX_SAFE_INTEGER],
      ['limit', 1, 1000],
    ]);
  });

  it('describes what batches answer with: JSON, lines and a table', () => {
    const typesOf = (path: string, method = 'get') =>
      Object.keys((describedAt(path, method).responses['200'] as { content: object }).content);
    const job = '/scrape/batch/web/{jobId}';
    expect(typesOf('/scrape/batch/web', 'post')).toEqual(['application/json']);
    expect([job, `${job}/results.ndjson`, `${job}/results.csv`].map((path) => typesOf(path)[0])).toEqual([
      ...['application/json', 'application/x-ndjson', 'text/csv'],
    ]);
    expect(describedAt(job, 'delete').operationId).toBe('batch-scrape-web-stop');
    const { schemas } = document.components;
    expect(JSON.stringify(schemas['BatchStatus'])).toContain('"stopRequestedAt"');
    const errors = /"error":\{"type":"string","enum":(\[[^\]]*\])/.exec(JSON.stringify(schemas['BatchResultRow']));
    const codes = JSON.parse(errors?.[1] ?? '[]') as string[];
    expect(codes).toEqual(expect.arrayContaining(['cancelled', 'expired', 'target_blocked', 'deadline_exceeded']));
    expect(codes).not.toContain('credits_exhausted');
  });

  it('names no path of another kind of product', () => {
    expect(Object.keys(document.paths).join(' ')).not.toMatch(/google|bing|booking|walmart|indeed|zillow|redfin|yelp/i);
  });
});

describe('generators of clients', () => {
  it('find no schema that is a boolean, and no two parameters that they would name alike', () => {
    const schemas = JSON.stringify(document.components.schemas);
    expect(schemas).not.toMatch(/"items":(false|true)/);
    for (const item of Object.values(document.paths)) {
      for (const { parameters = [] } of Object.values(item)) {
        const plain = parameters.map(({ name }) => name.replace(/\W+/g, ''));
        expect(new Set(plain).size).toBe(plain.length);
      }
    }
  });
});
