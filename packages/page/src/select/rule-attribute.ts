import type { UrlResolver } from '../source/url-resolver.js';
import { sourceSetCandidates } from './strip-inline-images.js';

const ATTRIBUTE_RULE = /^(?<selector>[^]+?)\s+@(?<attribute>[^\s@]+)\s*$/;

/** Parts of a rule: `"css"` or `"css @attribute"`. */
export const readRule = (rule: string): { readonly selector: string; readonly attribute?: string } => {
  const { selector, attribute } = ATTRIBUTE_RULE.exec(rule)?.groups ?? {};
  return selector !== undefined && attribute !== undefined ? { selector, attribute } : { selector: rule };
};

const URL_ATTRIBUTES: ReadonlySet<string> = new Set(
  'href src action formaction poster cite background longdesc manifest xlink:href'.split(' '),
);
const SOURCE_SETS: ReadonlySet<string> = new Set(['srcset', 'imagesrcset']);

/** Addresses as whole ones, also in source sets; everything else as the page has it. */
export const attributeValue = (name: string, value: string, urls: UrlResolver): string => {
  if (URL_ATTRIBUTES.has(name)) return urls.resolve(value)?.href ?? value.trim();
  if (!SOURCE_SETS.has(name)) return value;
  return sourceSetCandidates(value)
    .map(({ url, descriptor }) => [urls.resolve(url)?.href ?? url, descriptor].filter((part) => part !== '').join(' '))
    .join(', ');
};
