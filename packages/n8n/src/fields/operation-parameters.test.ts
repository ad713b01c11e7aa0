import { describe, expect, it } from '@jest/globals';
import { OPERATIONS } from '@quarry/contracts';
import type { Parameter } from '../n8n.js';
import { mainFieldsOf, MORE_FIELDS, OPERATION_PARAMETERS } from './operation-parameters.js';

const shownFor = (id: string): readonly Parameter[] =>
  OPERATION_PARAMETERS.filter(({ displayOptions }) => displayOptions?.show['operation']?.includes(id));

const namesOf = (parameters: readonly Pick<Parameter, 'name'>[]): readonly string[] =>
  parameters.map(({ name }) => name);

const othersOf = (id: string): readonly Parameter[] =>
  // safe because the options of a collection are parameters
  (shownFor(id).find(({ name }) => name === MORE_FIELDS)?.options ?? []) as readonly Parameter[];

describe('the parameters of the node', () => {
  it('offer each operation once, with its price', () => {
    const choices = OPERATION_PARAMETERS.filter(({ name }) => name === 'operation').flatMap(
      ({ options = [] }) => options,
    );
    expect(choices.map((choice) => ('value' in choice ? choice.value : choice.name))).toEqual(
      OPERATIONS.map(({ id }) => id),
    );
    for (const { description } of choices) expect(description).toMatch(/\(\d+ credits?\b/);
  });

  it.each(OPERATIONS)('of $id are its fields: the main ones apart from all others', (operation) => {
    const { id, input } = operation;
    const required = (input.schema['required'] ?? []) as readonly string[];
    const main = mainFieldsOf(operation);
    const all = Object.keys(input.schema['properties'] as object);
    const beside = shownFor(id).filter(({ name }) => name !== MORE_FIELDS);
    expect(beside.length).toBeGreaterThan(0);
    expect(namesOf(beside)).toEqual(all.filter((name) => main.includes(name)));
    expect(namesOf(beside.filter((field) => field.required))).toEqual(all.filter((name) => required.includes(name)));
    expect(namesOf(othersOf(id))).toEqual(all.filter((name) => !main.includes(name)));
  });

  it('have a control for each kind of field', () => {
    const kinds = Object.fromEntries(othersOf('scrape/web').map(({ name, type }) => [name, type]));
    expect(kinds).toMatchObject({
      jsRendering: 'boolean',
      outputFormat: 'multiOptions',
      proxyType: 'options',
      wait: 'number',
      waitFor: 'string',
      extractRules: 'json',
      headers: 'json',
    });
    const wait = othersOf('scrape/web').find(({ name }) => name === 'wait');
    expect(wait).toMatchObject({
      displayName: 'Wait',
      description: expect.stringContaining('milliseconds'),
      typeOptions: { minValue: 0, maxValue: 60_000, numberPrecision: 0 },
    });
  });
});
