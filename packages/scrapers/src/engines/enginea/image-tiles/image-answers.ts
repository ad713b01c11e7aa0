import type { Element } from 'domhandler';
import { isObject, isText, type JsonObject, parseJson, rawText, walk } from '@quarry/html';
import { siteOf } from './image-tiles.js';
import { endOfValue } from '../../../shared/embedded-state.js';
import { isWeb, pixels, textOf } from './image-records.js';
import type { ImageFields } from './image-item.js';

/** Longest response of data that is read, in characters. */
export const MAX_DATA_CHARS = 8 * 1024 * 1024;
const MAX_META_CHARS = 20_000;
const MAX_ITEMS = 1_000;

const inner = (data: JsonObject, name: string): JsonObject => {
  const value = data[name];
  return isObject(value) ? value : {};
};
const webOf = (value: unknown): string | undefined => (isWeb(value) ? value : undefined);

const readItem = (item: JsonObject, pageUrl: string): ImageFields => {
  const [result, original] = [inner(item, 'result'), inner(item, 'original_image')];
  return {
    title: textOf(result['page_title']) ?? textOf(inner(item, 'text_in_grid')['snippet']),
    link: siteOf(textOf(result['referrer_url']), pageUrl),
    source: textOf(result['site_title']),
    thumbnail: webOf(inner(item, 'thumbnail')['url']),
    original: webOf(original['url']),
    width: pixels(original['width']),
    height: pixels(original['height']),
  };
};

/** A response of data alone: `{"ischj":{"metadata":[...]}}`, after any prefix. Undefined where there is none. */
export const readImageAnswer = (text: string, pageUrl: string): ImageFields[] | undefined => {
  const start = text.indexOf('{"ischj":');
  if (start < 0) return undefined;
  const rest = text.slice(start, start + MAX_DATA_CHARS);
  const data = parseJson(rest.slice(0, Math.max(0, endOfValue(rest, 0))));
  const list = isObject(data) ? inner(data, 'ischj')['metadata'] : undefined;
  return Array.isArray(list)
    ? list
        .filter(isObject)
        .slice(0, MAX_ITEMS)
        .map((item) => readItem(item, pageUrl))
    : undefined;
};

const metaText = (element: Element): string | undefined => {
  const [child] = element.children;
  if (!child || !isText(child) || !/^\s*\{\s*"/.test(child.data)) return undefined;
  const text = rawText(element);
  return text.length <= MAX_META_CHARS && text.includes('"ou":') ? text : undefined;
};

/** Pictures with their data beside them in the page, as until 2020. */
export const readMetaImages = (root: { readonly children: Element['children'] }, pageUrl: string): ImageFields[] => {
  const found: ImageFields[] = [];
  walk(root, {
    enter: (element) => {
      const text = found.length < MAX_ITEMS ? metaText(element) : undefined;
      if (text === undefined) return true;
      const data = parseJson(text);
      if (isObject(data)) {
        const { ou, ow, oh, pt, ru, st, isu, tu } = data;
        found.push({
          title: textOf(pt),
          link: siteOf(textOf(ru), pageUrl),
          source: textOf(st) ?? textOf(isu),
          thumbnail: webOf(tu),
          original: webOf(ou),
          width: pixels(ow),
          height: pixels(oh),
        });
      }
      return false;
    },
  });
  return found;
};
