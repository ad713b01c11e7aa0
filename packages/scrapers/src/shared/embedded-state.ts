import { parseJson } from '@quarry/html';
import type { Json } from './json-values.js';

/** Places of a marker that are tried; a real page has one or two. */
export const MAX_MARKERS = 8;
/** Longest state that is read, in characters. */
export const MAX_STATE_CHARS = 16_000_000;

/** Index of the quote that ends the string whose first quote is at `start`; -1 for none. */
export const endOfString = (text: string, start: number): number => {
  const quote = text[start] ?? '"';
  for (let end = text.indexOf(quote, start + 1); end !== -1; end = text.indexOf(quote, end + 1)) {
    let slashes = 0;
    while (text[end - 1 - slashes] === '\\') slashes += 1;
    if (slashes % 2 === 0) return end;
  }
  return -1;
};

/** Index after the object or list that begins at `start`; -1 where it has no end. */
export const endOfValue = (text: string, start: number): number => {
  const signs = /["{}[\]]/g;
  signs.lastIndex = start;
  let depth = 0;
  for (let match = signs.exec(text); match && match.index - start <= MAX_STATE_CHARS; match = signs.exec(text)) {
    const [sign] = match;
    if (sign === '"') {
      const end = endOfString(text, match.index);
      if (end === -1) return -1;
      signs.lastIndex = end + 1;
    } else {
      depth += sign === '{' || sign === '[' ? 1 : -1;
      if (depth === 0) return match.index + 1;
    }
  }
  return -1;
};

/** Scripts write `undefined`, which JSON does not have. */
const withoutUndefined = (text: string): string => text.replace(/([:[,]\s*)undefined(?=\s*[,}\]])/g, '$1null');

/**
 * The object or list after `marker` in the source of a page, such as `window.state =`; undefined where there is none
 * that is complete. `gap`: most characters between both.
 */
export const stateBehind = (source: string, marker: string, gap = 40): Json => {
  let place = source.indexOf(marker);
  for (let tries = 0; place !== -1 && tries < MAX_MARKERS; tries += 1) {
    const behind = place + marker.length;
    const begin = source.slice(behind, behind + gap + 1).search(/[{[]/);
    const end = begin === -1 ? -1 : endOfValue(source, behind + begin);
    if (end !== -1) {
      const text = source.slice(behind + begin, end);
      const value = parseJson(text) ?? parseJson(withoutUndefined(text));
      if (value !== undefined) return value;
    }
    place = source.indexOf(marker, behind);
  }
  return undefined;
};

/** What the scripts hold whose opening tag matches, in page order. */
export function* scriptTexts(source: string, open: RegExp): Generator<string> {
  for (const match of source.matchAll(open)) {
    const begin = match.index + match[0].length;
    const end = source.indexOf('</script', begin);
    if (end === -1) return;
    yield source.slice(begin, end);
  }
}

/** The JSON of a script: old pages put it in a comment. */
export const stateOfText = (text: string | undefined): Json =>
  text === undefined ? undefined : parseJson(text.replace(/^\s{0,100}<!--/, '').replace(/-->\s{0,100}$/, ''));

/** The JSON of the first script with this id. */
export const stateOfScript = (source: string, id: string): Json => {
  const open = new RegExp(
    `<script\\b[^>]{0,300}\\bid=["']?${id.replace(/\W/g, '\\$&')}(?:["'][^>]{0,300}|\\s[^>]{0,300})?>`,
    'gi',
  );
  const [text] = scriptTexts(source, open);
  return stateOfText(text);
};
