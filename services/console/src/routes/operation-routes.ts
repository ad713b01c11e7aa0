import { operationById, OPERATIONS, SCHEDULE_TARGETS, validateParams, type ValidateOptions } from '@quarry/contracts';
import { text } from '@quarry/contracts/input';
import type { Clock } from '@quarry/store';
import { z } from 'zod';
import { refuse } from '../http/errors.js';
import { readBody } from '../http/read-body.js';
import type { ConsoleRoute } from '../http/routes.js';
import { createTextAsset, type Asset } from '../static/asset.js';
import { sendAsset } from '../static/send-asset.js';
import { CRAWL_FORM, describeCrawl, priceCrawl } from './crawl-form.js';
import { describeOperation } from './describe-operation.js';

export interface OperationRoutesOptions {
  /** Hosts that URL parameters may point to besides the sites' own, as on the gateway. */
  readonly extraHosts: NonNullable<ValidateOptions['extraHosts']>;
  readonly clock: Clock;
}

const priceSchema = z.strictObject({
  operation: text({ note: 'Id of the operation.', required: true, maxChars: 100 }),
  params: z.unknown(),
});

const NO_SUCH_OPERATION = refuse('validation_failed', {
  errors: [{ field: 'operation', rule: 'enum', message: 'operation must be the id of an operation.' }],
});

/** What forms are made from: the operations, a crawl, and what a schedule may run. */
export const describeForms = () => ({
  operations: OPERATIONS.map(describeOperation),
  crawl: describeCrawl(),
  scheduleTargets: SCHEDULE_TARGETS,
});

/** The operations as data for forms, and what a call would cost at most. Both come from the contract alone. */
export const openOperationRoutes = ({ extraHosts, clock }: OperationRoutesOptions): readonly ConsoleRoute[] => {
  let list: Asset | undefined;
  return [
    {
      method: 'GET',
      path: '/api/operations',
      access: 'visitor',
      handle: async ({ request, response }) => {
        const json = (): string => JSON.stringify(describeForms());
        list ??= createTextAsset('application/json; charset=utf-8', json());
        await sendAsset(request, response, list, 'private, no-cache');
        return undefined;
      },
    },
    {
      method: 'POST',
      path: '/api/price',
      access: 'visitor',
      handle: async ({ request, response }) => {
        const reading = await readBody(request, response, priceSchema);
        if (!reading.ok) return reading.refusal;
        const { operation: id, params } = reading.params;
        const options = { nowMs: clock(), extraHosts };
        if (id === CRAWL_FORM) return { body: priceCrawl(params, options) };
        const operation = operationById(id);
        if (operation === undefined) return NO_SUCH_OPERATION;
        const checked = validateParams(operation, params, options);
        return checked.ok
          ? { body: { maxCredits: operation.holdCredits(checked.params) } }
          : { body: { maxCredits: null, errors: checked.violations } };
      },
    },
  ];
};
