import { at, isObject, parseJson, stateOfScript, type Json, type JsonObject } from '../../shared/embedded-state.js';

/** Where the caches of a page's queries are, by generation of the page, newest first. */
const cachesOf = (source: string): readonly Json[] => {
  const next = stateOfScript(source, '__NEXT_DATA__');
  const page = at(next, 'props', 'pageProps');
  return [
    at(page, 'componentProps', 'gdpClientCache'),
    at(page, 'gdpClientCache'),
    at(page, 'initialData', 'gdpClientCache'),
    at(stateOfScript(source, 'hdpApolloPreloadedData'), 'apiCache'),
  ];
};

const entriesOf = (cache: Json): readonly Json[] => {
  const entries = typeof cache === 'string' ? parseJson(cache) : cache;
  return isObject(entries) ? Object.values(entries) : [];
};

export interface FoundProperty {
  readonly property: JsonObject | undefined;
  /** A query for the property was answered with nothing: it is not on the site. */
  readonly isGone: boolean;
}

const idOf = (property: Json): number => Number(at(property, 'zpid'));

const stated = (record: JsonObject): (readonly [string, Json])[] =>
  Object.entries(record).filter(([, value]) => value !== null);

/** The property that a page is about. Several queries may tell of it, each a part. */
export const findProperty = (source: string, id: number | undefined): FoundProperty => {
  const entries = cachesOf(source).flatMap(entriesOf);
  const all = entries.map((entry) => at(entry, 'property')).filter(isObject);
  const wanted = id ?? idOf(all[0]);
  const parts = all
    .filter((property) => idOf(property) === wanted)
    .sort((first, second) => Object.keys(first).length - Object.keys(second).length);
  const isGone = parts.length === 0 && entries.some((entry) => isObject(entry) && entry['property'] === null);
  // The fullest part says the last word.
  return {
    property: parts.length === 0 ? undefined : Object.fromEntries(parts.flatMap(stated)),
    isGone,
  };
};
