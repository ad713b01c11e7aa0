import { at, isObject, parseJson, type Json, type JsonObject } from '../shared/embedded-state.js';

/** Most stores of one page that are read; a real page has one or two. */
export const MAX_STORES = 4;
/** Most references that lead to one value. */
const MAX_REFERENCES = 4;

const OPEN = /<script\b[^>]{0,400}\bdata-capla-store-data=["']?apollo\b[^>]{0,200}>/gi;

/** A page's own store of records, by their keys. */
export class ApolloStore {
  constructor(private readonly records: JsonObject) {}

  /** The value, or the record that it refers to. */
  resolve(value: Json): Json {
    let current = value;
    for (let step = 0; step < MAX_REFERENCES && isObject(current); step += 1) {
      const reference = current['__ref'];
      if (typeof reference !== 'string') return current;
      current = at(this.records, reference);
    }
    return isObject(current) && '__ref' in current ? undefined : current;
  }

  /** The value behind some keys, references followed on the way. */
  at(value: Json, ...keys: readonly string[]): Json {
    let current = this.resolve(value);
    for (const key of keys) current = this.resolve(at(current, key));
    return current;
  }

  /** Values of a record's fields that were asked for with arguments, `name(…)`, whatever they were. */
  called(value: Json, name: string): Json[] {
    const record = this.resolve(value);
    if (!isObject(record)) return [];
    return Object.keys(record)
      .filter((key) => key === name || key.startsWith(`${name}(`))
      .map((key) => this.resolve(record[key]));
  }

  /** Keys of a record's fields that were asked for with arguments. */
  keysOf(value: Json, name: string): string[] {
    const record = this.resolve(value);
    return isObject(record) ? Object.keys(record).filter((key) => key.startsWith(`${name}(`)) : [];
  }

  get root(): Json {
    return at(this.records, 'ROOT_QUERY');
  }
}

/** The stores that a page carries for its own scripts. */
export const apolloStores = (source: string): ApolloStore[] => {
  const stores: ApolloStore[] = [];
  for (const open of source.matchAll(OPEN)) {
    if (stores.length >= MAX_STORES) break;
    const begin = open.index + open[0].length;
    const end = source.indexOf('</script', begin);
    const records = end === -1 ? undefined : parseJson(source.slice(begin, end));
    if (isObject(records) && isObject(records['ROOT_QUERY'])) stores.push(new ApolloStore(records));
  }
  return stores;
};

const PICTURES = 'https://cf.bstatic.com';

/** Address of a picture whose path the site writes without its host. */
export const pictureUrl = (path: string | undefined): string | undefined => {
  if (path === undefined) return undefined;
  return /^https:\/\//.test(path) ? path : path.startsWith('/') ? `${PICTURES}${path}` : undefined;
};
