import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { buildOpenApi } from '../../../packages/contracts/dist/index.js';
import { ROOT } from '../../local/setup/setup.mjs';
import { pythonClientFiles } from './python-client.mjs';
import { argumentOf, singularOf, snakeOf } from './python-names.mjs';
import { docstring, foldValues } from './python-text.mjs';
import { readOperations } from './read-document.mjs';
import { REQUEST_SIDE, RESPONSE_SIDE, typeOf } from './type-of.mjs';

const document = buildOpenApi({ baseUrl: 'https://quarry.example' });
const operations = readOperations(document);
/** Pages for people and a probe of operators. */
const NOT_OFFERED = ['healthz', 'openapi', 'docs', 'llms', 'llms-full'];

describe('names', () => {
  it.each([
    ['outputFormat', 'output_format'],
    ['failOn4xx', 'fail_on_4xx'],
    ['q', 'q'],
    ['json', 'json_'],
    ['list', 'list_'],
    ['from', 'from_'],
  ])('%s is %s', (name, python) => {
    expect(snakeOf(name)).toBe(python);
  });

  it('say the unit where the own name would mislead', () => {
    expect(argumentOf('timeout')).toBe('timeout_ms');
  });

  it.each([
    ['properties', 'property'],
    ['results', 'result'],
    ['addresses', 'address'],
    ['address', 'addressItem'],
  ])('one of %s is a %s', (name, one) => {
    expect(singularOf(name)).toBe(one);
  });
});

describe('types', () => {
  it.each([
    [{ type: 'string', enum: ['a', 'b'] }, 'Literal["a", "b"]', 'Literal["a", "b"] | str'],
    [{ type: 'string', enum: Array.from({ length: 41 }, (_, index) => `${index}`) }, 'str', 'str'],
    [{ type: 'array', items: { type: 'number' } }, 'Sequence[float]', 'list[int | float]'],
    [{ type: 'object', properties: { a: {} } }, 'Nested', 'Nested'],
    [{ type: 'object', additionalProperties: { type: 'string' } }, 'Mapping[str, str]', 'dict[str, str]'],
    [{ anyOf: [{ type: 'null' }, { type: 'integer' }] }, 'int | None', 'int | None'],
    [{ anyOf: [{ type: 'string' }, {}] }, 'Any', 'Any'],
    [{ type: 'string', format: 'date-time' }, 'str', 'datetime'],
  ])('%j is %s in a request and %s in a response', (schema, request, response) => {
    expect(typeOf(schema, REQUEST_SIDE, () => 'Nested')).toBe(request);
    expect(typeOf(schema, RESPONSE_SIDE, () => 'Nested')).toBe(response);
  });
});

describe('texts', () => {
  it('are wrapped, and cannot end their docstring', () => {
    expect(docstring(['Say """no""", "yes"'], '')).toBe(String.raw`"""Say \"\"\"no\"\"\", "yes" """`);
    for (const line of docstring(['word '.repeat(90)], '    ').split('\n')) expect(line.length).toBeLessThan(120);
  });

  it('fold long lists of values', () => {
    const values = Array.from({ length: 30 }, (_, index) => `"${index}"`).join(', ');
    const lines = foldValues(`    a: list[Literal[${values}]]`).split('\n');
    expect([lines.at(0), lines.at(-1)]).toEqual(['    a: list[Literal[', '    ]]']);
    for (const line of lines) expect(line.length).toBeLessThan(120);
  });
});

describe('the client', () => {
  it('has a method for every operation that costs credits', () => {
    const text = pythonClientFiles(document).reduce((all, file) => all + file.text, '');
    const charged = operations.filter(({ isCharged }) => isCharged);
    expect(charged.length).toBeGreaterThanOrEqual(18);
    for (const { path: address } of charged) expect(text).toContain(`path="${address}"`);
  });

  it('calls every other one by hand', () => {
    const files = globSync('packages/client-python/src/quarry_client/*.py', { cwd: ROOT });
    const text = files.map((file) => readFileSync(path.join(ROOT, file), 'utf8')).join('\n');
    // Files are read by their links; what is below a job or a request is recognised by its last word.
    const wordsOf = (address) => (address.startsWith('/files/{') ? [] : address.split(/\/\{\w+\}/).filter(Boolean));
    const missing = operations.filter(
      ({ id, isCharged, path: address }) =>
        !isCharged && !NOT_OFFERED.includes(id) && !wordsOf(address).every((word) => text.includes(word)),
    );
    expect(missing.map(({ id }) => id)).toEqual([]);
  });
});
