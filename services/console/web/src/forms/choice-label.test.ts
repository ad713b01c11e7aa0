import { describe, expect, it } from '@jest/globals';
import { operationOf } from '@quarry/contracts';
import { choicesOf, findChoices, type Choice } from './choice-label.js';
import type { FormField } from './form-field.js';
import { fieldsOf } from './form-model.js';

const fieldAt = (id: 'scrape/web' | 'enginea/serp', name: string): FormField & { kind: 'choice' } => {
  const field = fieldsOf(operationOf(id).input.schema).find((one) => one.name === name);
  if (field?.kind !== 'choice') throw new Error(`${name} is no choice`);
  return field;
};
const choices = (id: 'scrape/web' | 'enginea/serp', name: string): readonly Choice[] => {
  const field = fieldAt(id, name);
  return choicesOf(field, field.values);
};

describe('choicesOf', () => {
  it('names countries and languages', () => {
    expect(choices('scrape/web', 'proxyCountry').find(({ value }) => value === 'DE')?.meaning).toBe('Germany');
    expect(choices('enginea/serp', 'gl').find(({ value }) => value === 'us')?.meaning).toBe('United States');
    expect(choices('enginea/serp', 'hl').find(({ value }) => value === 'fr')?.meaning).toBe('French');
  });

  it('leaves other values as they are', () => {
    for (const name of ['domain', 'deviceType', 'tbm', 'filter']) {
      for (const { meaning } of choices('enginea/serp', name)) expect([name, meaning]).toEqual([name, undefined]);
    }
  });
});

describe('findChoices', () => {
  const found = (typed: string): string[] =>
    findChoices(choices('scrape/web', 'proxyCountry'), typed).map(({ value }) => value);

  it('finds by code and by name, the nearest first', () => {
    expect(found('de')[0]).toBe('DE');
    expect(found('germ')).toEqual(['DE']);
    expect(found('united')).toEqual(expect.arrayContaining(['US', 'GB', 'AE']));
    expect(found('  ')).toHaveLength(choices('scrape/web', 'proxyCountry').length);
    expect(found('zzzz')).toEqual([]);
  });
});
