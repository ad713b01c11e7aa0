import { describe, expect, it } from '@jest/globals';
import { OPERATIONS, operationOf, validateParams } from '@quarry/contracts';
import { listTools } from '../quarry-server.js';
import { holdOf, operationTool, operationTools, toolNameOf } from './operation-tools.js';
import { MAX_LISTED_VALUES, operationSchemaOf } from './tool-schema.js';
import { MAX_TOKENS_ARGUMENT } from './tool.js';

/** Characters of the list of tools as a client receives it: about 17,000 tokens of each conversation. */
const MAX_LIST_CHARS = 72_000;

describe('the tools of operations', () => {
  it('are all operations, by names that every client accepts, none of them twice', () => {
    const names = listTools().map(({ name }) => name);
    expect(operationTools().map(({ name }) => name)).toEqual(OPERATIONS.map(toolNameOf));
    expect(new Set(names).size).toBe(names.length);
    for (const name of names) expect(name).toMatch(/^[a-z][a-z\d_]{1,63}$/);
  });

  it.each(OPERATIONS.map((operation) => [operation.id, operation] as const))(
    '%s: parameters and every price come from the contract',
    (_, operation) => {
      const { inputSchema, description, annotations } = operationTool(operation);
      const properties = Object.keys(inputSchema['properties'] as object);
      expect(properties).toEqual([
        ...Object.keys(operation.input.fields).filter((name) => name !== 'webhook'),
        MAX_TOKENS_ARGUMENT,
      ]);
      expect(inputSchema['required']).toEqual(operation.input.schema['required']);
      for (const { when, credits } of operation.prices) {
        expect(description).toContain(`${credits} credit`);
        if (when !== 'always') expect(description).toContain(when);
      }
      expect(annotations.openWorldHint).toBe(true);
      expect(validateParams(operation, operation.example).ok).toBe(true);
    },
  );

  it('make a list that a model can bear; what it leaves out is in the resource of the operation', () => {
    const list = JSON.stringify(listTools());
    expect(list.length).toBeLessThan(MAX_LIST_CHARS);
    expect(list).not.toContain('"items":false');
    const enumerations = [...list.matchAll(/"enum":\[([^\]]*)\]/g)].map(([, values = '']) => values.split(',').length);
    expect(Math.max(...enumerations)).toBeLessThanOrEqual(MAX_LISTED_VALUES);
    const serp = operationOf('enginea/serp');
    const { domain } = operationTool(serp).inputSchema['properties'] as Record<string, Record<string, unknown>>;
    expect(domain).not.toHaveProperty('enum');
    expect(domain?.['description']).toMatch(/One of \d+ values such as .*quarry:\/\/operations\/enginea\/serp/);
    const whole = operationSchemaOf(serp)['properties'] as Record<string, { enum?: unknown[] }>;
    expect(whole['domain']?.enum?.length).toBeGreaterThan(MAX_LISTED_VALUES);
  });

  it('that run steps on pages do not call themselves read-only', () => {
    expect(operationTool(operationOf('scrape/web')).annotations).toMatchObject({
      readOnlyHint: false,
      destructiveHint: true,
    });
    expect(operationTool(operationOf('enginea/serp')).annotations).toMatchObject({ readOnlyHint: true });
  });
});

describe('the highest possible price', () => {
  it.each([
    ['scrape/web', { url: 'https://example.com/' }, 10],
    ['scrape/web', { url: 'https://example.com/', jsRendering: false }, 1],
    ['scrape/web', { url: 'https://example.com/', proxyType: 'residential' }, 15],
    ['scrape/web', { url: 'not a url', jsRendering: false }, 15],
    ['enginea/images', { q: 'granite' }, 5],
    ['realtyb/property', { url: 'x', extractAgentEmails: true }, 10],
  ] as const)('of %s with %j is %d', (id, params, credits) => {
    const operation = OPERATIONS.find((each) => each.id === id);
    expect(operation && holdOf(operation, params)).toBe(credits);
  });
});
