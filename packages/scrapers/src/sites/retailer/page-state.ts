import { isObject, type JsonObject, parseJson } from '@quarry/html';
import { stateOfScript } from '../../shared/embedded-state.js';
import { at, type Json } from '../../shared/json-values.js';

/** The state of a page, or the same as data alone; undefined where there is none. */
export const stateOf = (text: string): JsonObject | undefined => {
  const state = /^[\ufeff\s]{0,100}\{/.test(text) ? parseJson(text) : stateOfScript(text, '__NEXT_DATA__');
  return isObject(state) ? state : undefined;
};

/** The data of the page. */
export const initialDataOf = (state: Json): Json => at(state, 'props', 'pageProps', 'initialData');

/** The site's challenge for bots, as a page or within data. */
export const isBlocked = (text: string, url: string): boolean =>
  /\bid=["']?px-captcha\b/.test(text) ||
  /<title[^>]{0,200}>\s{0,100}Robot or human\?/i.test(text) ||
  /"redirectUrl"\s{0,10}:\s{0,10}"\/blocked\?/.test(text.slice(0, 2_000)) ||
  /^\/blocked\/?$/.test(URL.parse(url)?.pathname ?? '');

const isOneOf404 = (value: Json): boolean => value === 404 || value === '404';

/** Whether the site itself says that there is no such page. */
export const saysGone = (state: Json): boolean => {
  const page = at(state, 'page');
  const props = at(state, 'props', 'pageProps');
  return (
    page === '/404' ||
    isOneOf404(at(props, 'statusCode')) ||
    isOneOf404(at(props, 'initialData', 'statusCode')) ||
    isOneOf404(at(props, 'errorCode'))
  );
};
