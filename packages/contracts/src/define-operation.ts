import { z } from 'zod';
import { CALL_FIELDS, JSON_CALL_FIELDS } from './call-options.js';
import { type CrossRule, type ExtraHosts, withRules } from './input/cross-rules.js';
import { documentedFields } from './input/documented-fields.js';
import { type Fields, isPlainObject, type JsonSchema, type ParamsOf } from './input/field.js';
import { jsonSchemaOf } from './input/json-schema.js';
import type { QueueName } from './messages/job.js';
import type { Target } from './target.js';
import type { Operation, PriceLine, ServedBy } from './operation.js';

export interface OperationDefinition<F extends Fields, Result, Id extends string, Params extends ParamsOf<F>> {
  readonly id: Id;
  readonly summary: string;
  readonly queue: QueueName;
  readonly target?: Target;
  readonly method?: 'GET' | 'POST';
  readonly isBatchable?: boolean;
  /** Default: true. */
  readonly isReparsable?: boolean;
  readonly fields: F;
  readonly tokenField?: keyof F & string;
  /** Fields that another one replaces when it is given: they are not checked and get their defaults. */
  readonly override?: { readonly by: keyof F & string; readonly fields: readonly (keyof F & string)[] };
  readonly rules?: readonly CrossRule[];
  /** The rules that JSON Schema can express, as keywords of the body's schema. */
  readonly bodyCondition?: JsonSchema;
  /** Fills defaults that depend on other fields. */
  readonly complete?: (params: ParamsOf<F>) => Params;
  readonly result: z.ZodType<Result>;
  readonly example: Readonly<Record<string, unknown>>;
  /** The first line is the price unless `hold` and `price` say otherwise. */
  readonly prices: readonly [PriceLine, ...PriceLine[]];
  readonly hold?: (params: Params) => number;
  readonly price?: (params: Params, served: ServedBy) => number;
}

/** First parts of ids that are the first part of the path as well: what is done to a page that the caller names. */
const VERBS: ReadonlySet<string> = new Set(['scrape', 'map']);

const pathOf = (id: string): string => (VERBS.has(id.split('/', 1)[0] ?? '') ? `/${id}` : `/scrape/${id}`);

const DAY_MS = 86_400_000;
const NO_HOSTS: ExtraHosts = {};

/** The input without the fields that a given one overrides. */
const withoutOverridden = (input: unknown, { by, fields }: { by: string; fields: readonly string[] }): unknown => {
  if (!isPlainObject(input)) return input;
  const overriding = input[by];
  if (typeof overriding !== 'string' || overriding.trim() === '') return input;
  return Object.fromEntries(Object.entries(input).filter(([name]) => !fields.includes(name)));
};

/** The schema for a context; the last one is cached, so that it is built about once a day. */
const schemaByContext = <F extends Fields, Params extends ParamsOf<F>>({
  fields,
  method,
  rules = [],
  override,
  // safe because without `complete` the parameters are those that the fields define
  complete = (params) => params as Params,
}: Pick<
  OperationDefinition<F, unknown, string, Params>,
  'fields' | 'method' | 'rules' | 'complete' | 'override'
>): Operation<Params>['paramsSchema'] => {
  const object = z.strictObject({ ...fields, ...(method === 'POST' ? JSON_CALL_FIELDS : CALL_FIELDS) });
  const build = (dayMs: number, extraHosts: ExtraHosts) => {
    const checked = withRules(object, rules, { dayMs, extraHosts }).transform((params) =>
      complete(params as ParamsOf<F>),
    );
    const schema: z.ZodType<Params> = override
      ? z.preprocess((input) => withoutOverridden(input, override), checked)
      : checked;
    return { dayMs, extraHosts, schema };
  };
  let last: ReturnType<typeof build> | undefined;
  return ({ nowMs = Date.now(), extraHosts = NO_HOSTS } = {}) => {
    const dayMs = nowMs - (nowMs % DAY_MS);
    if (last?.dayMs !== dayMs || last.extraHosts !== extraHosts) last = build(dayMs, extraHosts);
    return last.schema;
  };
};

/** Makes an operation from its definition. */
export const defineOperation = <
  F extends Fields,
  Result,
  const Id extends string,
  Params extends ParamsOf<F> = ParamsOf<F>,
>(
  definition: OperationDefinition<F, Result, Id, Params>,
): Operation<Params, Result, Id> => {
  const { rules = [], method = 'GET', hold, price, prices } = definition;
  const fixed = (): number => prices[0].credits;
  const paramsSchema = schemaByContext(definition);
  let input: Operation['input'] | undefined;
  return {
    id: definition.id,
    method,
    path: pathOf(definition.id),
    summary: definition.summary,
    queue: definition.queue,
    target: definition.target,
    isBatchable: definition.isBatchable ?? false,
    isReparsable: definition.isReparsable ?? true,
    paramsSchema,
    tokenField: definition.tokenField,
    get input() {
      if (input) return input;
      const schema = { ...jsonSchemaOf(paramsSchema()), ...definition.bodyCondition };
      return (input = { schema, fields: documentedFields(schema), rules: rules.map(({ note }) => note) });
    },
    result: definition.result,
    example: definition.example,
    prices,
    holdCredits: hold ?? fixed,
    priceCredits: price ?? hold ?? fixed,
  };
};
