import { isObject, type JsonObject, parseJson } from '@quarry/html';
import { stateOfScript } from '../../../shared/embedded-state.js';
import { at, textOf, type Json } from '../../../shared/json-values.js';
import { SITE } from './request.js';

/** Where the caches of a page's queries are, by generation of the page, newest first. */
const cachesOf = (source: string): readonly Json[] => {
  const page = at(stateOfScript(source, '__NEXT_DATA__'), 'props', 'pageProps');
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
  /** A query for the property returned nothing: it is not on the site. */
  readonly isGone: boolean;
}

const idOf = (property: Json): number => Number(at(property, 'zpid'));

const stated = (record: JsonObject): (readonly [string, Json])[] =>
  Object.entries(record).filter(([, value]) => value !== null);

/** The property that a page is about. Several queries may each return a part of it. */
export const findProperty = (source: string, id: number): FoundProperty => {
  const entries = cachesOf(source).flatMap(entriesOf);
  const all = entries.map((entry) => at(entry, 'property')).filter(isObject);
  const parts = all
    .filter((property) => idOf(property) === id)
    .sort((first, second) => Object.keys(first).length - Object.keys(second).length);
  const isGone = parts.length === 0 && entries.some((entry) => isObject(entry) && entry['property'] === null);
  // The fullest part wins.
  return {
    property: parts.length === 0 ? undefined : Object.fromEntries(parts.flatMap(stated)),
    isGone,
  };
};

/** Where the state of a page has the building that it is about, newest first. */
const buildingsOf = (source: string): readonly Json[] => {
  const props = at(stateOfScript(source, '__NEXT_DATA__'), 'props');
  const page = at(props, 'pageProps');
  return [
    at(page, 'componentProps', 'initialReduxState', 'gdp', 'building'),
    at(page, 'initialReduxState', 'gdp', 'building'),
    at(props, 'initialReduxState', 'gdp', 'building'),
    at(page, 'initialData', 'building'),
  ];
};

/** The building's key ends its address: `/apartments/austin-tx/oak-court/5Xj7m7/`, `/b/oak-court-austin-tx-5Xj7m7/`. */
const buildingKeyOf = (url: string): string | undefined =>
  URL.parse(url, SITE)
    ?.pathname.split('/')
    .filter((part) => part !== '')
    .at(-1)
    ?.split('-')
    .at(-1);

/** The building that a page is about: one with the address that was requested or reached. */
export const findBuilding = (source: string, addresses: readonly string[]): JsonObject | undefined => {
  const keys = addresses.map(buildingKeyOf);
  return buildingsOf(source)
    .filter(isObject)
    .find((building) => {
      const own = textOf(building['bdpUrl']);
      return own !== undefined && keys.includes(buildingKeyOf(own));
    });
};
