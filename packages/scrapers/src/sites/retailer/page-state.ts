import { at, isObject, parseJson, stateOfScript, type Json, type JsonObject } from '../shared/embedded-state.js';

/** What a page carries for its own scripts, or the same as data alone; undefined where there is none. */
export const stateOf = (text: string): JsonObject | undefined => {
  const state = /^[\ufeff\s]{0,100}\{/.test(text) ? parseJson(text) : stateOfScript(text, '__NEXT_DATA__');
  return isObject(state) ? state : undefined;
};

/** What the page was made of. */
export const initialDataOf = (state: Json): Json => at(state, 'props', 'pageProps', 'initialData');

/** A page for people who are taken for programs, or its word among data. */
export const isBlocked = (text: string, url: string): boolean =>
  /\bid=["']?px-captcha\b/.test(text) ||
  /<title[^>]{0,200}>\s{0,100}Robot or human\?/i.test(text) ||
  /"redirectUrl"\s{0,10}:\s{0,10}"\/blocked\?/.test(text.slice(0, 2_000)) ||
  /^\/blocked\/?$/.test(URL.parse(url)?.pathname ?? '');

const isOneOf404 = (value: Json): boolean => value === 404 || value === '404';

/** The site's own word that there is no such page. */
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
