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

export const operationsQuery = queryOptions({
  queryKey: ['operations'],
  queryFn: async ({ signal }) =>
    (await callJson<{ operations: OperationView[] }>('/api/operations', { signal })).operations,
  staleTime: Number.POSITIVE_INFINITY,
});
