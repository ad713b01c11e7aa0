import { isObject, type JsonObject } from '@quarry/html';
import { at, itemsOf, type Json } from '../../shared/json-values.js';

/** References from one record to the next; no real chain is longer. */
const MAX_HOPS = 8;

const referenceOf = (value: JsonObject): string | undefined => {
  const { __ref: newer, type, id } = value;
  if (typeof newer === 'string') return newer;
  return type === 'id' && typeof id === 'string' ? id : undefined;
};

/** First key of each field that was asked with arguments, `name(...)`, by the field's name. */
const readAskedKeys = (record: JsonObject): ReadonlyMap<string, string> => {
  const keys = new Map<string, string>();
  for (const key of Object.keys(record)) {
    const end = key.indexOf('(');
    const name = key.slice(0, Math.max(end, 0));
    if (end > 0 && !keys.has(name)) keys.set(name, key);
  }
  return keys;
};

/** The cache that an Apollo client, old or new, has written into its page: records by key, with references between them. */
export class ApolloStore {
  // Many lists can lead to the same record.
  private readonly askedKeys = new WeakMap<JsonObject, ReadonlyMap<string, string>>();

  constructor(private readonly records: JsonObject) {}

  get root(): Json {
    return at(this.records, 'ROOT_QUERY');
  }

  /** The record or value that a value stands for: references followed, wrapped JSON opened. */
  resolve(value: Json): Json {
    let current = value;
    for (let hop = 0; hop < MAX_HOPS && isObject(current); hop += 1) {
      if (current['type'] === 'json' && 'json' in current) return current['json'];
      const reference = referenceOf(current);
      if (reference === undefined) return current;
      current = at(this.records, reference);
    }
    return isObject(current) && referenceOf(current) !== undefined ? undefined : current;
  }

  /** The value behind some keys as they are written, references followed. */
  at(value: Json, ...keys: readonly string[]): Json {
    return keys.reduce<Json>((current, key) => this.resolve(at(current, key)), this.resolve(value));
  }

  /** A field of a record by its name, whatever arguments it was asked with; undefined where there is none. */
  field(record: Json, name: string): Json {
    const opened = this.resolve(record);
    if (!isObject(opened)) return undefined;
    if (Object.hasOwn(opened, name)) return this.resolve(opened[name]);
    const key = this.askedKeysOf(opened).get(name);
    return key === undefined ? undefined : this.resolve(opened[key]);
  }

  /** A field of a field of a record, each as `field` finds it. */
  path(record: Json, ...names: readonly string[]): Json {
    return names.reduce<Json>((current, name) => this.field(current, name), record);
  }

  /** The values of all fields of a record with this name, one for each set of arguments. */
  called(value: Json, name: string): Json[] {
    const record = this.resolve(value);
    if (!isObject(record)) return [];
    return Object.keys(record)
      .filter((key) => key === name || key.startsWith(`${name}(`))
      .map((key) => this.resolve(record[key]));
  }

  /** The items of a list, each resolved. */
  list(value: Json): readonly Json[] {
    return itemsOf(this.resolve(value)).map((item) => this.resolve(item));
  }

  private askedKeysOf(record: JsonObject): ReadonlyMap<string, string> {
    const keys = this.askedKeys.get(record) ?? readAskedKeys(record);
    this.askedKeys.set(record, keys);
    return keys;
  }
}
