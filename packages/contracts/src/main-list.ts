import { z } from 'zod';
import type { Operation } from './operation.js';

/** The list that every result of an operation has, and the fields of its rows. */
export interface MainList {
  readonly key: string;
  readonly fields: readonly string[];
}

interface ListSchema {
  readonly type?: unknown;
  readonly items?: { readonly properties?: Readonly<Record<string, unknown>> };
}

/** Undefined for operations whose result is one record. */
export const mainListOf = ({ result }: Operation): MainList | undefined => {
  const { properties = {}, required = [] } = z.toJSONSchema(result);
  for (const key of required) {
    // safe because a property of a JSON schema is an object, or a boolean that has none of these
    const { type, items } = (properties[key] ?? {}) as ListSchema;
    if (type === 'array') return { key, fields: Object.keys(items?.properties ?? {}) };
  }
  return undefined;
};
