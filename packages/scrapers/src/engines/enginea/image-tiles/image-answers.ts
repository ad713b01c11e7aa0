import type { Element } from 'domhandler';
import { isText, rawText, walk } from '@quarry/html';
import { siteOf } from './image-tiles.js';
import { balancedLength } from './image-records.js';
import type { ImageFields } from './image-item.js';

type Data = Readonly<Record<string, unknown>>;

/** Longest answer of data that is read, in characters. */
export const MAX_DATA_CHARS = 8 * 1024 * 1024;
const MAX_META_CHARS = 20_000;
const MAX_ITEMS = 1_000;

const isData = (value: unknown): value is Data => typeof value === 'object' && value !== null && !Array.isArray(value);
const inner = (data: Data, name: string): Data => {
  const value = data[name];
  return isData(value) ? value : {};
};
const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value : undefined;
const webOf = (value: unknown): string | undefined =>
  typeof value === 'string' && /^https?:\/\//i.test(value) && URL.canParse(value) ? value : undefined;
const pixels = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isInteger(value) && value > 0 ? value : undefined;

const parseData = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const readItem = (item: Data, pageUrl: string): ImageFields => {
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

/** An answer of data alone: `{"ischj":{"metadata":[...]}}`, whatever stands before it. Undefined where there is none. */
export const readImageAnswer = (text: string, pageUrl: string): ImageFields[] | undefined => {
  const start = text.indexOf('{"ischj":');
  if (start < 0) return undefined;
  const rest = text.slice(start, start + MAX_DATA_CHARS);
  const data = parseData(rest.slice(0, Math.max(0, balancedLength(rest))));
  const list = isData(data) ? inner(data, 'ischj')['metadata'] : undefined;
  return Array.isArray(list)
    ? list
        .filter(isData)
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

/** Pictures that each have their data beside them in the page, as they had until 2020. */
export const readMetaImages = (root: { readonly children: Element['children'] }, pageUrl: string): ImageFields[] => {
  const found: ImageFields[] = [];
  walk(root, {
    enter: (element) => {
      const text = found.length < MAX_ITEMS ? metaText(element) : undefined;
      if (text === undefined) return true;
      const data = parseData(text);
      if (isData(data)) {
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
