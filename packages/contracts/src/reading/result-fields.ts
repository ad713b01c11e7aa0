import { z } from 'zod';
import type { Operation } from '../operation.js';

/** Whether a page was understood by its parser, counted like a field. */
export const PAGE_UNDERSTOOD = '@understood';
/** Whether the site showed its page and did not refuse, counted like a field. */
export const PAGE_SHOWN = '@shown';

/** Fields of one operation that are counted. */
export const MAX_RESULT_FIELDS = 250;

/** A key of a result that the contract has, and the fields of its record or of the entries of its list. */
export interface ResultPart {
  readonly key: string;
  readonly fields: readonly {
    readonly key: string;
    /** Such as `product.price`, `organicResults[].title`. */ readonly name: string;
  }[];
}

interface PartSchema {
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly items?: PartSchema;
}

/**
 * What the contract says a result may have, two levels deep. No parts for operations whose fields the caller chooses: those have no
 * target.
 */
export const resultPartsOf = ({ result, target }: Pick<Operation, 'result' | 'target'>): readonly ResultPart[] => {
  if (target === undefined) return [];
  const { properties = {} } = z.toJSONSchema(result);
  let room = MAX_RESULT_FIELDS;
  const parts: ResultPart[] = [];
  for (const [key, schema] of Object.entries(properties)) {
    if (key === 'requestMetadata' || room <= 0) continue;
    // safe because a property of a JSON schema is an object, or a boolean that has none of these
    const { properties: own, items } = schema as PartSchema;
    const prefix = own === undefined ? `${key}[].` : `${key}.`;
    const keys = Object.keys(own ?? items?.properties ?? {}).slice(0, room - 1);
    const fields = keys.map((name) => ({ key: name, name: prefix + name }));
    parts.push({ key, fields });
    room -= 1 + fields.length;
  }
  return parts;
};
