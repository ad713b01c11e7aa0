import { operationById, validateParams, type AiRule, type AiRules } from '@quarry/contracts';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { checkAnswer } from './check-answer.js';
import { modelSchema } from './model-schema.js';

interface TestSchema {
  readonly type: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly items?: TestSchema;
  readonly properties?: Readonly<Record<string, TestSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean;
}

const typeOf = (value: unknown): string => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value);

/** JSON Schema for the words that answers are described with. */
const accepts = (schema: TestSchema, value: unknown): boolean => {
  if (![schema.type].flat().includes(typeOf(value))) return false;
  if (schema.enum && !schema.enum.includes(value)) return false;
  if (Array.isArray(value)) return value.every((element) => accepts(schema.items as TestSchema, element));
  if (typeof value !== 'object' || value === null) return true;
  const fields = value as Readonly<Record<string, unknown>>;
  const { properties = {}, required = [] } = schema;
  return (
    required.every((name) => Object.hasOwn(fields, name)) &&
    Object.keys(fields).every((name) => Object.hasOwn(properties, name)) &&
    Object.entries(properties).every(([name, inner]) => !Object.hasOwn(fields, name) || accepts(inner, fields[name]))
  );
};

const NAMES = fc.oneof(
  fc.constantFrom('a', 'b', 'c', '__proto__', 'constructor', 'toString'),
  fc.string({ maxLength: 5 }),
);
const scalar = fc.constantFrom('string' as const, 'number' as const, 'boolean' as const);
const description = { description: fc.string({ maxLength: 10 }) };

const fieldsOf = (rule: fc.Arbitrary<AiRule>, minLength: number): fc.Arbitrary<AiRules> =>
  fc
    .uniqueArray(fc.tuple(NAMES, rule), { minLength, maxLength: 4, selector: ([name]) => name })
    .map((fields): AiRules => Object.fromEntries<AiRule>(fields));

/** Rules as the contract admits them. */
const rulesOf = (depth: number, minLength = 1): fc.Arbitrary<AiRules> => {
  const plain = fc.record({ type: scalar, ...description }, { requiredKeys: ['type'] });
  const choice = fc.record({
    type: fc.constant('string' as const),
    enum: fc.array(fc.constantFrom('x', 'y', 'Y', ''), { minLength: 1, maxLength: 3 }),
  });
  const scalars = fc.record(
    { type: fc.constant('list' as const), output: scalar, ...description },
    { requiredKeys: ['type', 'output'] },
  );
  if (depth === 0) return fieldsOf(fc.oneof(plain, choice, scalars), minLength);
  const inner = rulesOf(depth - 1);
  const nested = fc.record({ type: fc.constantFrom('list' as const, 'item' as const), output: inner });
  return fieldsOf(fc.oneof(plain, choice, scalars, nested), minLength);
};

const ANYTHING = fc.jsonValue({ maxDepth: 3 });
const SCALARS = {
  string: fc.string({ maxLength: 4 }),
  number: fc.double({ noNaN: true, noDefaultInfinity: true }),
  boolean: fc.boolean(),
} as const;

/** Answers to the rules that are right, or nearly. */
const answerTo = (rules: AiRules): fc.Arbitrary<unknown> => {
  const entries = Object.entries(rules).map(([name, rule]) => fc.tuple(fc.constant(name), valueFor(rule)));
  const right = fc.tuple(...entries).map((fields): unknown => Object.fromEntries(fields));
  const changed = fc
    .tuple(right, NAMES, ANYTHING)
    .map(([fields, name, value]): unknown => Object.fromEntries([...Object.entries(fields as object), [name, value]]));
  const shorter = right.map((fields): unknown => Object.fromEntries(Object.entries(fields as object).slice(1)));
  return fc.oneof({ weight: 12, arbitrary: right }, changed, shorter);
};

const valueFor = (rule: AiRule): fc.Arbitrary<unknown> => {
  const { type, output } = rule;
  const element = typeof output === 'object' ? answerTo(output) : SCALARS[output ?? 'string'];
  const right =
    type === 'item'
      ? answerTo(output as AiRules)
      : type === 'list'
        ? fc.array(element, { maxLength: 3 })
        : rule.enum
          ? fc.constantFrom(...rule.enum)
          : SCALARS[type];
  return fc.oneof({ weight: 20, arbitrary: right }, { weight: 3, arbitrary: fc.constant(null) }, ANYTHING);
};

const cases = rulesOf(2, 0).chain((rules) => fc.tuple(fc.constant(rules), fc.oneof(answerTo(rules), ANYTHING)));

describe('schema and check of an answer', () => {
  it('are made for rules that the contract admits', () => {
    const operation = operationById('scrape/web');
    if (!operation) throw new Error('no operation');
    fc.assert(
      fc.property(rulesOf(2), (aiExtractRules) => {
        expect(validateParams(operation, { url: 'https://example.com', aiExtractRules })).toMatchObject({ ok: true });
      }),
    );
  });

  it('take exactly the same answers', () => {
    const seen = { taken: 0, refused: 0 };
    fc.assert(
      fc.property(cases, ([rules, answer]) => {
        const checked = checkAnswer(answer, rules);
        const isTaken = accepts(modelSchema(rules) as unknown as TestSchema, answer);
        expect(checked.isValid && checked.isExact).toBe(isTaken);
        if (isTaken) expect(checked).toEqual({ isValid: true, isExact: true, value: answer });
        seen[isTaken ? 'taken' : 'refused'] += 1;
      }),
      { numRuns: 1_000 },
    );
    // Else the property would say little.
    expect(Math.min(seen.taken, seen.refused)).toBeGreaterThan(100);
  });

  it('give an answer of exactly the rules’ form once it is valid', () => {
    fc.assert(
      fc.property(cases, ([rules, answer]) => {
        const checked = checkAnswer(answer, rules);
        if (checked.isValid) expect(accepts(modelSchema(rules) as unknown as TestSchema, checked.value)).toBe(true);
      }),
    );
  });
});

describe('modelSchema', () => {
  it('asks for every field, allows no other and lets each be null', () => {
    const rules: AiRules = {
      name: { type: 'string', description: 'Full name' },
      state: { type: 'string', enum: ['new', 'used', 'new'] },
      sizes: { type: 'list', output: 'number' },
      seller: { type: 'item', description: 'Who sells it', output: { city: { type: 'string' } } },
    };
    expect(modelSchema(rules)).toEqual({
      type: 'object',
      required: ['name', 'state', 'sizes', 'seller'],
      additionalProperties: false,
      properties: {
        name: { type: ['string', 'null'] },
        state: { type: ['string', 'null'], enum: ['new', 'used', null] },
        sizes: { type: ['array', 'null'], items: { type: 'number' } },
        seller: {
          type: ['object', 'null'],
          required: ['city'],
          additionalProperties: false,
          properties: { city: { type: ['string', 'null'] } },
        },
      },
    });
  });
});

describe('checkAnswer', () => {
  const rules: AiRules = {
    price: { type: 'number' },
    state: { type: 'string', enum: ['New', 'Used'] },
    tags: { type: 'list', output: 'string' },
    sellers: { type: 'list', output: { name: { type: 'string' }, isOpen: { type: 'boolean' } } },
  };

  it('drops what nobody asked for and fills in null', () => {
    expect(checkAnswer({ price: 5, extra: 1, sellers: [{ name: 'Ada', age: 3 }] }, rules)).toEqual({
      isValid: true,
      isExact: false,
      value: { price: 5, state: null, tags: null, sellers: [{ name: 'Ada', isOpen: null }] },
    });
  });

  it.each([
    [{ price: '5' }, 'price must be a number or null.'],
    [{ state: 'new' }, 'state must be null or one of ["New","Used"], spelled the same.'],
    [{ tags: 'a' }, 'tags must be a list or null.'],
    [{ tags: ['a', null] }, 'tags[1] must be a string.'],
    [{ sellers: [{ name: 1 }] }, 'sellers[0].name must be a string or null.'],
    [{ sellers: ['Ada'] }, 'sellers[0] must be an object.'],
    [{ sellers: {} }, 'sellers must be a list or null.'],
    [['price'], 'The answer must be one JSON object.'],
    [null, 'The answer must be one JSON object.'],
  ])('refuses %j and says why', (answer, mistake) => {
    expect(checkAnswer(answer, rules)).toEqual({ isValid: false, mistakes: [mistake] });
  });

  it('takes no number that JSON cannot carry', () => {
    expect(checkAnswer({ price: Number.POSITIVE_INFINITY }, rules).isValid).toBe(false);
  });
});
