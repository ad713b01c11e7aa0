import { isObject } from '@quarry/html';
import { at, itemsOf, textOf, type Json } from '../../../shared/json-values.js';
import { parseAnswer, payloadOf } from './api-answers.js';
import { isPropertyPath } from './request.js';

/** The site's reading of a keyword: a path of its own, no place at all, or an unreadable response. */
export type Place = { readonly path: string } | 'none' | 'refused' | 'unknown';

/** Rows of one response that are searched. */
export const MAX_ROWS = 200;

const REGION =
  /^\/(?:city|zipcode|neighborhood|county|school|school-district|state|minorcivildivision|place|province|metro)\//;

/** Path of a row on the site; agents and pages of other countries have none. */
const pathOf = (row: Json): string | undefined => {
  const url = textOf(at(row, 'url'));
  const parsed = url === undefined ? null : URL.parse(url, 'https://www.redfin.com');
  // A path that begins with two slashes would name a host.
  if (parsed?.host !== 'www.redfin.com' || parsed.pathname.startsWith('//')) return undefined;
  const path = parsed.pathname;
  return REGION.test(path) || isPropertyPath(path) ? path : undefined;
};

/** Reads the site's match of a keyword: the exact one, else the first place that it offers. */
export const findPlace = (text: string): Place => {
  const answer = parseAnswer(text);
  if (!isObject(answer) || !Object.hasOwn(answer, 'resultCode')) return 'unknown';
  if (answer['resultCode'] !== 0) return 'refused';
  const payload = payloadOf(answer);
  const rows = itemsOf(at(payload, 'sections')).flatMap((section) => itemsOf(at(section, 'rows')));
  for (const row of [at(payload, 'exactMatch'), ...rows].slice(0, MAX_ROWS)) {
    const path = pathOf(row);
    if (path !== undefined) return { path };
  }
  return 'none';
};
