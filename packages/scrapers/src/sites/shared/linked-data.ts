import { isObject, type JsonObject, parseJsonLd } from '@quarry/html';
import { DEFAULT_CONVERSION_LIMITS } from '@quarry/page';
import { scriptTexts } from '../../shared/embedded-state.js';
import { at, itemsOf } from '../../shared/json-values.js';

/** Most blocks of one page that are read. */
export const MAX_BLOCKS = 100;

const OPEN = /<script\b[^>]{0,300}\btype\s*=\s*["']?application\/ld\+json\b[^>]{0,300}>/gi;

/** The objects of a page's JSON-LD, graphs and lists flattened, in page order. */
export const linkedDataOf = (source: string): JsonObject[] => {
  const found: JsonObject[] = [];
  let blocks = 0;
  for (const text of scriptTexts(source, OPEN)) {
    if ((blocks += 1) > MAX_BLOCKS) break;
    for (const value of parseJsonLd(text, DEFAULT_CONVERSION_LIMITS) ?? []) {
      for (const one of [value, ...itemsOf(at(value, '@graph'))]) if (isObject(one)) found.push(one);
    }
  }
  return found;
};

/** Whether an object is of one of the named types of schema.org. */
export const isOfType = (value: JsonObject, types: ReadonlySet<string>): boolean =>
  [value['@type'], ...itemsOf(value['@type'])].some((type) => typeof type === 'string' && types.has(type));
