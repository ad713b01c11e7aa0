import { z } from 'zod';
import { checkInput, type InputSpec } from './input/check-input.js';
import type { CrossRule } from './input/cross-rules.js';
import type { Fields, ParamsOf } from './input/field.js';
import type { QueueName } from './job.js';
import type { Operation, PriceLine, ServedBy } from './operation.js';

export interface OperationDefinition<F extends Fields> {
  readonly id: string;
  readonly summary: string;
  readonly queue: QueueName;
  readonly method?: 'GET' | 'POST';
  readonly isBatchable?: boolean;
  readonly isBuilt?: boolean;
  readonly fields: F;
  readonly rules?: readonly CrossRule[];
  readonly complete?: (params: ParamsOf<F>) => ParamsOf<F>;
  readonly result: z.ZodType;
  readonly example: Readonly<Record<string, unknown>>;
  /** The first line is the price unless `hold` and `price` say otherwise. */
  readonly prices: readonly [PriceLine, ...PriceLine[]];
  readonly hold?: (params: ParamsOf<F>) => number;
  readonly price?: (params: ParamsOf<F>, served: ServedBy) => number;
}

const toZod = <Params>(input: InputSpec): z.ZodType<Params> =>
  z.unknown().transform((value, context) => {
    const checked = checkInput(input, value);
    if (checked.ok) return checked.params as Params;
    for (const { field, rule, message } of checked.violations) {
      context.addIssue({ code: 'custom', path: field === '' ? [] : field.split('.'), message, params: { rule } });
    }
    return z.NEVER;
  });

/** Makes an operation out of what is particular to it. */
export const defineOperation = <F extends Fields>(definition: OperationDefinition<F>): Operation => {
  const { fields, rules = [], complete, method = 'GET', hold, price, prices } = definition;
  const fixed = (): number => prices[0].credits;
  const input: InputSpec = {
    fields,
    rules,
    isTextAccepted: method === 'GET',
    complete: (complete as InputSpec['complete'] | undefined) ?? ((params) => params),
  };
  const operation: Operation<ParamsOf<F>> = {
    id: definition.id,
    method,
    path: definition.id === 'scrape/web' ? '/scrape/web' : `/scrape/${definition.id}`,
    summary: definition.summary,
    queue: definition.queue,
    isBatchable: definition.isBatchable ?? false,
    isBuilt: definition.isBuilt ?? false,
    input,
    params: toZod<ParamsOf<F>>(input),
    result: definition.result,
    example: definition.example,
    prices,
    holdCredits: hold ?? fixed,
    priceCredits: price ?? hold ?? fixed,
  };
  // The list of all operations forgets each one's parameter type; only checked parameters of the same operation reach it.
  return operation as unknown as Operation;
};
