import { operationById } from '@quarry/contracts';
import type { MissingPage } from '@quarry/store';
import type { ConsoleParts } from '../../console-parts.js';
import { fieldTitle, type FieldHealth, type OperationHealth } from '../../health/reading-report.js';
import { refuse, type Refusal } from '../../http/errors.js';
import type { ConsoleRoute } from '../../http/routes.js';

const UNKNOWN_OPERATION = refuse('validation_failed', {
  errors: [{ field: 'operation', rule: 'enum', message: 'operation must be the id of an operation.' }],
});

const describeField = ({ field, days, ...health }: FieldHealth) => ({
  ...health,
  ...{ field, title: fieldTitle(field) },
  days: days.map(({ day, found, pages }) => ({ day, pages, share: pages === 0 ? null : found / pages })),
});

const describeOperation = ({ operation, summary, pagesToday, fields, sites }: OperationHealth) => ({
  ...{ operation, summary, pagesToday, sites },
  fieldsCount: fields.length,
  dropsCount: fields.filter(({ isDrop }) => isDrop).length,
  worst: fields[0] === undefined ? null : describeField(fields[0]),
});

/** The operation that a call names; a refusal if it names none. */
export const readOperation = (search: URLSearchParams): string | Refusal => {
  const operation = search.get('operation') ?? '';
  return operationById(operation) === undefined ? UNKNOWN_OPERATION : operation;
};

/** What pages contained, for operators: shares of fields by day, and how requests ended by site. */
export const openReadingRoutes = ({ readingHealth }: ConsoleParts): readonly ConsoleRoute[] => [
  {
    method: 'GET',
    path: '/api/operator/reading',
    access: 'operator',
    handle: async () => {
      const { today, operations } = await readingHealth.report();
      return { body: { today, operations: operations.map(describeOperation) } };
    },
  },
  {
    method: 'GET',
    path: '/api/operator/hosts',
    access: 'operator',
    handle: async () => ({ body: { hosts: (await readingHealth.report()).hosts } }),
  },
  {
    method: 'GET',
    path: '/api/operator/reading/detail',
    access: 'operator',
    handle: async ({ request }) => {
      const operation = readOperation(new URLSearchParams(request.url.split('?', 2)[1]));
      if (typeof operation !== 'string') return operation;
      const { today, operations } = await readingHealth.report();
      const found = operations.find((one) => one.operation === operation);
      const missing = await readingHealth.missing(operation);
      const pages = new Map<string, readonly MissingPage[]>(missing.map((one) => [one.field, one.missing]));
      const { summary = '' } = operationById(operation) ?? {};
      return {
        body: {
          ...{ today, operation, summary, sites: found?.sites ?? [] },
          fields: (found?.fields ?? []).map((field) => ({
            ...describeField(field),
            missing: pages.get(field.field) ?? [],
          })),
        },
      };
    },
  },
];
