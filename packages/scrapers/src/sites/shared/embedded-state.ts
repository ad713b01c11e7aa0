export type Json = unknown;
export type JsonObject = Readonly<Record<string, Json>>;

/** Places of a marker that are tried; a real page has one or two. */
export const MAX_MARKERS = 8;
/** Longest state that is read, in characters. */
export const MAX_STATE_CHARS = 16_000_000;

export const isObject = (value: Json): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The items of a list; none for what is no list. */
export const itemsOf = (value: Json): readonly Json[] => (Array.isArray(value) ? (value as readonly Json[]) : []);

/** The value behind some keys; undefined as soon as one is missing. */
export const at = (value: Json, ...keys: readonly string[]): Json => {
  let current = value;
  for (const key of keys) {
    if (!isObject(current) || !Object.hasOwn(current, key)) return undefined;
    current = current[key];
  }
  return current;
};

/** A text that says something, trimmed. */
export const textOf = (value: Json): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;

/** A number above zero: most quantities that are none are written as zero. */
export const amountOf = (value: Json): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : undefined;

export const numberOf = (value: Json): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined;

/** The same without what is undefined. Its type is the one that is asked for: a name that this has not is an error. */
export const present = <T extends object = never>(record: NoInfer<T>): T =>
  // safe because only names are left out whose value may be undefined
  Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined)) as T;

export const parseJson = (text: string): Json => {
  try {
    return JSON.parse(text.replace(/^\ufeff/, '')) as Json;
  } catch {
    return undefined;
  }
};

/** Place of the quote that ends the string which begins at `start`; -1 for none. */
const endOfString = (text: string, start: number): number => {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let slashes = 0;
    while (text[end - 1 - slashes] === '\\') slashes += 1;
    if (slashes % 2 === 0) return end;
  }
  return -1;
};

/** Place behind the object or list that begins at `start`; -1 where it has no end. */
const endOfValue = (text: string, start: number): number => {
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

/** Scripts write what JSON does not have. */
const withoutUndefined = (text: string): string => text.replace(/([:[,]\s*)undefined(?=\s*[,}\]])/g, '$1null');

/**
 * The object or list that stands behind `marker` in the source of a page, such as `window.state =`; undefined where there is none
 * that is whole. `gap`: most characters between both.
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

/** Old pages put their data in comments. */
const withoutComment = (text: string): string => text.replace(/^\s{0,100}<!--/, '').replace(/-->\s{0,100}$/, '');

/** The JSON of the script element with this id. */
export const stateOfScript = (source: string, id: string): Json => {
  const open = new RegExp(
    `<script\\b[^>]{0,300}\\bid=["']?${id.replace(/\W/g, '\\$&')}(?:["'][^>]{0,300}|\\s[^>]{0,300})?>`,
    'i',
  ).exec(source);
  if (!open) return undefined;
  const begin = open.index + open[0].length;
  const end = source.indexOf('</script', begin);
  return end === -1 ? undefined : parseJson(withoutComment(source.slice(begin, end)));
};
