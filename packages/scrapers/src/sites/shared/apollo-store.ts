import { isObject, type Json, type JsonObject } from './embedded-state.js';

/** Steps from one record to the next; no real way is longer. */
const MAX_HOPS = 8;

/** A normalised store of an Apollo client, old or new: records by key, with references between them. */
export interface ApolloStore {
  /** The record or value that a value stands for: references followed, wrapped JSON opened. */
  readonly open: (value: Json) => Json;
  /** A field of a record by its name, whatever arguments it was asked with; undefined where there is none. */
  readonly field: (record: Json, name: string) => Json;
  /** A field of a field of a record. */
  readonly path: (record: Json, ...names: readonly string[]) => Json;
  /** The items of a list, each opened. */
  readonly list: (value: Json) => readonly Json[];
}

const referenceOf = (value: JsonObject): string | undefined => {
  const { __ref: newer, type, id } = value;
  if (typeof newer === 'string') return newer;
  return type === 'id' && typeof id === 'string' ? id : undefined;
};

/** First key of each field that was asked with arguments, by the field's name. */
const readAskedKeys = (record: JsonObject): ReadonlyMap<string, string> => {
  const keys = new Map<string, string>();
  for (const key of Object.keys(record)) {
    const end = key.indexOf('(');
    const name = key.slice(0, Math.max(end, 0));
    if (end > 0 && !keys.has(name)) keys.set(name, key);
  }
  return keys;
};

/** Records of a cache that Apollo's client has written into the page. */
export const openApolloStore = (records: JsonObject): ApolloStore => {
  const open = (value: Json): Json => {
    let current = value;
    for (let hop = 0; hop < MAX_HOPS && isObject(current); hop += 1) {
      if (current['type'] === 'json' && 'json' in current) return current['json'];
      const reference = referenceOf(current);
      if (reference === undefined) return current;
      current = Object.hasOwn(records, reference) ? records[reference] : undefined;
    }
    return isObject(current) && referenceOf(current) !== undefined ? undefined : current;
  };
  // Many lists can lead to the same record.
  const asked = new WeakMap<JsonObject, ReadonlyMap<string, string>>();
  const askedKeys = (record: JsonObject): ReadonlyMap<string, string> => {
    const keys = asked.get(record) ?? readAskedKeys(record);
    asked.set(record, keys);
    return keys;
  };
  const field = (record: Json, name: string): Json => {
    const opened = open(record);
    if (!isObject(opened)) return undefined;
    if (Object.hasOwn(opened, name)) return open(opened[name]);
    const key = askedKeys(opened).get(name);
    return key === undefined ? undefined : open(opened[key]);
  };
  return {
    open,
    field,
    path: (record, ...names) => names.reduce<Json>((current, name) => field(current, name), record),
    list: (value) => {
      const opened = open(value);
      return Array.isArray(opened) ? (opened as readonly Json[]).map(open) : [];
    },
  };
};
