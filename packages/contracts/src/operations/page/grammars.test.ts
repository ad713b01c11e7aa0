import { describe, expect, it } from '@jest/globals';
import { isPlainObject } from '../../input/field.js';
import { validateParams } from '../../validate-params.js';
import { AI_RULES_GRAMMAR, GRAMMARS, SCENARIO_GRAMMAR, SCREENSHOT_GRAMMAR } from './grammars.js';
import { scrapeWeb } from './web.js';

const namesOf = ({ forms }: (typeof GRAMMARS)[number]): readonly string[] => forms.map(({ name }) => name).sort();

/** A part of the contract's JSON schema, by keywords and names. */
const partOf = (...path: readonly string[]): unknown =>
  path.reduce<unknown>((part, name) => (isPlainObject(part) ? part[name] : undefined), scrapeWeb.input.schema);

describe('the grammar texts', () => {
  it('have every step of the schema of jsScenario, and no other', () => {
    const steps = partOf('properties', 'jsScenario', 'items', 'properties');
    expect(namesOf(SCENARIO_GRAMMAR)).toEqual(Object.keys(isPlainObject(steps) ? steps : {}).sort());
  });

  it('have every type of the schema of aiExtractRules, and no other', () => {
    const rules = partOf('properties', 'aiExtractRules', 'additionalProperties', 'anyOf') as readonly {
      readonly properties: { readonly type: { readonly enum: readonly string[] } };
    }[];
    expect(namesOf(AI_RULES_GRAMMAR)).toEqual(rules.flatMap(({ properties }) => properties.type.enum).sort());
  });

  it('have every option of the schema of screenshot, and no other', () => {
    const [, options] = partOf('properties', 'screenshot', 'anyOf') as readonly { readonly properties?: object }[];
    expect(namesOf(SCREENSHOT_GRAMMAR)).toEqual(Object.keys(options?.properties ?? {}).sort());
  });

  it.each(GRAMMARS)('of $field has a valid example', ({ field, example }) => {
    const checked = validateParams(scrapeWeb, { url: 'https://example.com/', [field]: example });
    expect(checked).toMatchObject({ ok: true });
  });

  it.each(GRAMMARS.flatMap(({ field, forms }) => forms.map((form) => ({ field, ...form }))))(
    'of $field shows the form of $name as it is written',
    ({ field, name, form }) => {
      const written = form
        .replace(/, "enum"\?: \[.*\]/, '')
        .replace(/"string" \| .*\}\}/, '"string"}')
        .replace('{<fields>}', '{"a": {"type": "string"}}')
        .replace(/"<[^"]+>"/g, '"p"')
        .replace(/<\w+>/g, '5');
      const value: unknown = JSON.parse(written);
      const whole: Readonly<Record<string, unknown>> = { jsScenario: [value], screenshot: value };
      const params = { url: 'https://example.com/', [field]: whole[field] ?? { a: value } };
      expect([name, validateParams(scrapeWeb, params)]).toMatchObject([name, { ok: true }]);
    },
  );
});
