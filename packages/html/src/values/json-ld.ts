import { isDeeperThan, parseJson } from './json.js';

const OPENERS = /^(?:<!--|(?:\/\/|\/\*)?\s{0,8}<!\[CDATA\[)(?:\s{0,8}\*\/)?/;
const CLOSERS = /(?:(?:\/\/|\/\*)?\s{0,8}\]\]>(?:\s{0,8}\*\/)?|-->|;)$/;

/** The block without the comment and CDATA marks that old pages put around scripts. */
const strip = (source: string): string => source.trim().replace(OPENERS, '').trim().replace(CLOSERS, '').trim();

/**
 * Repairs what hand-written blocks get wrong: raw line breaks and tabs within strings, comments and trailing commas outside of
 * them, stray backslashes. One pass.
 */
const repair = (source: string): string => {
  const out: string[] = [];
  let inString = false;
  for (let index = 0; index < source.length; index += 1) {
    const character = source[index] ?? '';
    if (inString) {
      if (character === '\\') {
        const next = source[index + 1] ?? '';
        out.push(/["\\/bfnrtu]/.test(next) ? character + next : `\\\\${next}`);
        index += 1;
      } else if (character === '"') {
        inString = false;
        out.push(character);
      } else out.push(character < ' ' ? escapeControl(character) : character);
    } else if (character === '"') {
      inString = true;
      out.push(character);
    } else if (source.startsWith('/*', index)) {
      const end = source.indexOf('*/', index + 2);
      index = end < 0 ? source.length : end + 1;
    } else if (source.startsWith('//', index)) {
      const end = source.indexOf('\n', index);
      index = end < 0 ? source.length : end;
    } else out.push(character);
  }
  return dropTrailingCommas(out.join(''));
};

const escapeControl = (character: string): string => {
  const short = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }[character];
  return short ?? ' ';
};

const dropTrailingCommas = (source: string): string => {
  const out: string[] = [];
  let inString = false;
  let commaAt = -1;
  for (let index = 0; index < source.length; index += 1) {
    const character = source[index] ?? '';
    if (inString && character === '\\') {
      out.push(character, source[index + 1] ?? '');
      index += 1;
      continue;
    }
    if (character === '"') inString = !inString;
    if (!inString && commaAt >= 0 && (character === '}' || character === ']')) out[commaAt] = '';
    out.push(character);
    if (inString || character === '"') commaAt = -1;
    else if (character === ',') commaAt = out.length - 1;
    else if (character.trim() !== '') commaAt = -1;
  }
  return out.join('');
};

type DataLimit = 'maxDataChars' | 'maxDataDepth';

/**
 * Values of one JSON-LD block, lists flattened; undefined where the block cannot be read even when repaired, and where it is
 * longer or deeper than the limits, which `limitsHit` then names.
 */
export const parseJsonLd = (
  source: string,
  limits: Readonly<Record<DataLimit, number>>,
  limitsHit?: { add(limit: DataLimit): unknown },
): unknown[] | undefined => {
  if (source.length > limits.maxDataChars) {
    limitsHit?.add('maxDataChars');
    return undefined;
  }
  const text = strip(source);
  if (text === '') return undefined;
  const parsed = parseJson(text);
  const value = parsed === undefined ? parseJson(repair(text)) : parsed;
  if (value === undefined) return undefined;
  if (isDeeperThan(value, limits.maxDataDepth)) {
    limitsHit?.add('maxDataDepth');
    return undefined;
  }
  return Array.isArray(value) ? (value as unknown[]) : [value];
};
