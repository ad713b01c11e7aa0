import { describe, expect, it } from '@jest/globals';
import { OPERATIONS, operationOf, toQueryPairs, validateParams } from '@quarry/contracts';
import { allFields, type FormField } from './form-field.js';
import { fieldsOf } from './form-model.js';
import { fromParams } from './from-params.js';
import { toParams } from './to-params.js';

const WEB = fieldsOf(operationOf('scrape/web').input.schema);
const fieldAt = (fields: readonly FormField[], path: string): FormField | undefined =>
  allFields(fields).find((field) => field.path === path);

describe('the form of an operation', () => {
  it.each(OPERATIONS.map((operation) => [operation.id, operation] as const))(
    '%s has a control for every parameter, and holds its example without loss',
    (_id, operation) => {
      const fields = fieldsOf(operation.input.schema);
      expect(fields.map(({ name }) => name)).toEqual(Object.keys(operation.input.fields));
      for (const { note, path } of allFields(fields)) expect([path, note]).toEqual([path, expect.stringMatching(/\S/)]);
      const { draft, unknown } = fromParams(fields, operation.example);
      const read = toParams(fields, draft);
      expect([unknown, read.faults]).toEqual([[], []]);
      expect(read.params).toEqual(operation.example);
      expect(toQueryPairs(read.params)).toEqual(toQueryPairs(operation.example));
      expect(validateParams(operation, read.params)).toMatchObject({ ok: true });
    },
  );

  it('leaves everything out that is not filled in', () => {
    expect(toParams(WEB, {})).toEqual({ params: {}, faults: [] });
    expect(toParams(WEB, { wait: ' ', headers: [{ name: '', value: '' }], blockUrls: ['', ' '] }).params).toEqual({});
  });

  it('chooses the control by the schema', () => {
    const kinds = Object.fromEntries(WEB.map(({ name, kind }) => [name, kind]));
    expect(kinds).toMatchObject({
      ...{ url: 'text', outputFormat: 'list', jsRendering: 'flag', proxyCountry: 'choice', headers: 'map' },
      ...{ wait: 'number', jsScenario: 'json', extractRules: 'json', screenshot: 'options', webhook: 'group' },
    });
    expect(fieldAt(WEB, 'url')).toMatchObject({ input: 'url', isRequired: true });
    expect(fieldAt(WEB, 'wait')).toMatchObject({ isInteger: true, min: 0, max: 60_000, preset: 0 });
    expect(fieldAt(WEB, 'screenshot.viewport.width')).toMatchObject({ kind: 'number', min: 100, isRequired: true });
    const lodging = fieldsOf(operationOf('lodging/search').input.schema);
    expect(fieldAt(lodging, 'price.min')).toMatchObject({ kind: 'number', isInteger: false, min: 10 });
    expect(fieldAt(lodging, 'checkInDate')).toMatchObject({ kind: 'text', input: 'date' });
    expect(fieldAt(lodging, 'language')).toMatchObject({
      kind: 'text',
      suggestions: expect.arrayContaining(['en-us']),
    });
  });

  it('offers a new kind of parameter as JSON', () => {
    const schema = { properties: { odd: { description: 'Odd.', oneOf: [{ type: 'string' }, { type: 'null' }] } } };
    expect(fieldsOf(schema)).toMatchObject([{ kind: 'json', shape: 'any' }]);
  });
});
