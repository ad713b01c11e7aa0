import { isObject, parseJson } from '@quarry/html';
import { scriptTexts } from '../../shared/embedded-state.js';
import { ApolloStore } from '../shared/apollo-store.js';

/** Most stores of one page that are read; a real page has one or two. */
export const MAX_STORES = 4;

const OPEN = /<script\b[^>]{0,400}\bdata-capla-store-data=["']?apollo\b[^>]{0,200}>/gi;

/** The stores in the state of a page. */
export const apolloStores = (source: string): ApolloStore[] => {
  const stores: ApolloStore[] = [];
  for (const text of scriptTexts(source, OPEN)) {
    if (stores.length >= MAX_STORES) break;
    const records = parseJson(text);
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
