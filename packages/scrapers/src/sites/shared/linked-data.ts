import { DEFAULT_CONVERSION_LIMITS, parseJsonLd } from '@quarry/page';
import { at, isObject, itemsOf, type JsonObject } from './embedded-state.js';

/** Most blocks of one page that are read. */
export const MAX_BLOCKS = 100;

const OPEN = /<script\b[^>]{0,300}\btype\s*=\s*["']?application\/ld\+json\b[^>]{0,300}>/gi;

/** The objects of a page's JSON-LD, graphs and lists laid flat, in page order. */
export const linkedDataOf = (source: string): JsonObject[] => {
  const found: JsonObject[] = [];
  let blocks = 0;
  OPEN.lastIndex = 0;
  for (const open of source.matchAll(OPEN)) {
    if ((blocks += 1) > MAX_BLOCKS) break;
    const begin = open.index + open[0].length;
    const end = source.indexOf('</script', begin);
    if (end === -1) break;
    const values = parseJsonLd(source.slice(begin, end), DEFAULT_CONVERSION_LIMITS) ?? [];
    for (const value of values) {
      for (const one of [value, ...itemsOf(at(value, '@graph'))]) if (isObject(one)) found.push(one);
    }
  }
  return found;
};

/** Whether an object is of one of the named types of schema.org. */
export const isOfType = (value: JsonObject, types: ReadonlySet<string>): boolean =>
  [value['@type'], ...itemsOf(value['@type'])].some((type) => typeof type === 'string' && types.has(type));
