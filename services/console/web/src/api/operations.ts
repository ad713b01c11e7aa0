import { queryOptions } from '@tanstack/react-query';
import { callJson } from './client.js';
import type { OperationView as Described } from '../../../src/routes/describe-operation.js';

/** The part of JSON Schema that the operations' parameters use. */
export interface ParameterSchema {
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly default?: unknown;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly format?: string;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly items?: ParameterSchema;
  readonly properties?: Readonly<Record<string, ParameterSchema>>;
  readonly additionalProperties?: boolean | ParameterSchema;
  readonly required?: readonly string[];
  readonly anyOf?: readonly ParameterSchema[];
  readonly oneOf?: readonly ParameterSchema[];
  readonly allOf?: readonly ParameterSchema[];
  readonly examples?: readonly unknown[];
  readonly [extra: `x-${string}`]: unknown;
}

/** Enough of an operation to make its form. */
export interface OperationView extends Omit<Described, 'parameters'> {
  /** All parameters as one object. */
  readonly parameters: ParameterSchema;
}

/** What forms are made from. */
interface Forms {
  readonly operations: readonly OperationView[];
  /** A crawl, shaped like an operation. */
  readonly crawl: OperationView;
  /** What a schedule may run. */
  readonly scheduleTargets: readonly string[];
}

const formsQuery = queryOptions({
  queryKey: ['operations'],
  queryFn: ({ signal }) => callJson<Forms>('/api/operations', { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

export const operationsQuery = queryOptions({ ...formsQuery, select: ({ operations }: Forms) => operations });

export const crawlFormQuery = queryOptions({ ...formsQuery, select: ({ crawl }: Forms) => crawl });

export const scheduleTargetsQuery = queryOptions({
  ...formsQuery,
  select: ({ scheduleTargets }: Forms) => scheduleTargets,
});
