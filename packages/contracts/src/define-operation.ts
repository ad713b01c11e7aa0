import { z } from 'zod';
import { type CrossRule, type ExtraHosts, withRules } from './input/cross-rules.js';
import { documentedFields } from './input/documented-fields.js';
import type { Fields, JsonSchema, ParamsOf } from './input/field.js';
import { jsonSchemaOf } from './input/json-schema.js';
import type { QueueName } from './job.js';
import type { Target } from './target.js';
import type { Operation, PriceLine, ServedBy } from './operation.js';

export interface OperationDefinition<F extends Fields, Result, Id extends string, Params extends ParamsOf<F>> {
  readonly id: Id;
  readonly summary: string;
  readonly queue: QueueName;
  readonly target?: Target;
  readonly method?: 'GET' | 'POST';
  readonly isBatchable?: boolean;
  readonly isBuilt?: boolean;
  readonly fields: F;
  readonly tokenField?: keyof F & string;
  readonly rules?: readonly CrossRule[];
  /** Those of the rules that JSON Schema can say of a body, as keywords beside its properties. */
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

const DAY_MS = 86_400_000;
const NO_HOSTS: ExtraHosts = {};

/** The schema for a context; that of the last one is kept, so that it is built about once a day. */
const schemaByContext = <F extends Fields, Params extends ParamsOf<F>>({
  fields,
  rules = [],
  // safe because without `complete` nothing says that the parameters are more than the fields make of them
  complete = (params) => params as Params,
}: Pick<
  OperationDefinition<F, unknown, string, Params>,
  'fields' | 'rules' | 'complete'
>): Operation<Params>['paramsSchema'] => {
  const object = z.strictObject(fields);
  const build = (dayMs: number, extraHosts: ExtraHosts) => ({
    dayMs,
    extraHosts,
    schema: withRules(object, rules, { dayMs, extraHosts }).transform((params) => complete(params as ParamsOf<F>)),
  });
  let last: ReturnType<typeof build> | undefined;
  return ({ nowMs = Date.now(), extraHosts = NO_HOSTS } = {}) => {
    const dayMs = nowMs - (nowMs % DAY_MS);
    if (last?.dayMs !== dayMs || last.extraHosts !== extraHosts) last = build(dayMs, extraHosts);
    return last.schema;
  };
};

/** Makes an operation out of what is particular to it. */
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
    path: definition.id === 'scrape/web' ? '/scrape/web' : `/scrape/${definition.id}`,
    summary: definition.summary,
    queue: definition.queue,
    ...(definition.target === undefined ? {} : { target: definition.target }),
    isBatchable: definition.isBatchable ?? false,
    isBuilt: definition.isBuilt ?? false,
    paramsSchema,
    ...(definition.tokenField === undefined ? {} : { tokenField: definition.tokenField }),
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
