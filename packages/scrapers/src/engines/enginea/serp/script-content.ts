import { parseJson } from '@quarry/html';
import { endOfString } from '../../../shared/embedded-state.js';

/** HTML that a page keeps in its scripts until it is scrolled into view, and pictures set by script. */
export interface ScriptContent {
  /** HTML, as the script writes it, by the id of the element that it fills. */
  readonly fills: ReadonlyMap<string, string>;
  /** `data:` addresses of pictures, as the script writes them, by the id of the element that shows them. */
  readonly pictures: ReadonlyMap<string, string>;
}

/** Bounds on what is taken from scripts. */
export const MAX_FILLS = 400;
export const MAX_PICTURES = 600;

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '', f: '', v: '' };

const unescapeSlowly = (literal: string): string =>
  literal.replace(/\\(?:x([\da-fA-F]{2})|u([\da-fA-F]{4})|([^]))/g, (_all, hex, unit, char: string | undefined) => {
    const code = (hex ?? unit) as string | undefined;
    return code === undefined ? (ESCAPES[char ?? ''] ?? char ?? '') : String.fromCharCode(parseInt(code, 16));
  });

/** A literal without an escaped backslash is almost JSON, which is parsed natively. */
const unescapePiece = (piece: string): string => {
  if (!piece.includes('\\')) return piece;
  const json = piece.replaceAll('\\x', '\\u00').replaceAll("\\'", "'").replaceAll('\\"', '"').replaceAll('"', '\\"');
  const text = parseJson(`"${json}"`);
  return typeof text === 'string' ? text : unescapeSlowly(piece);
};

/** The value of a script's string literal. */
export const unescapeLiteral = (literal: string): string => literal.split('\\\\').map(unescapePiece).join('\\');

const readFills = (code: string, fills: Map<string, string>): void => {
  const mark = 'jsl.dh(';
  for (let at = code.indexOf(mark); at >= 0 && fills.size < MAX_FILLS; at = code.indexOf(mark, at + 1)) {
    const quote = code[at + mark.length] ?? '';
    if (quote !== "'" && quote !== '"') continue;
    const idEnd = endOfString(code, at + mark.length);
    if (idEnd < 0) return;
    const opening = /^\s*,\s*(['"])/.exec(code.slice(idEnd + 1, idEnd + 12));
    if (!opening) continue;
    const start = idEnd + 1 + opening[0].length;
    const end = endOfString(code, start - 1);
    if (end < 0) return;
    fills.set(code.slice(at + mark.length + 1, idEnd), code.slice(start, end));
  }
};

const readPictures = (code: string, pictures: Map<string, string>): void => {
  const mark = "='data:image/";
  for (let at = code.indexOf(mark); at >= 0 && pictures.size < MAX_PICTURES; at = code.indexOf(mark, at + 1)) {
    const end = endOfString(code, at + 1);
    if (end < 0) return;
    const ids = /^[^[\]]{0,40}\[([^\]]{1,400})\]/.exec(code.slice(end + 1, end + 460));
    const address = code.slice(at + 2, end);
    for (const id of ids?.[1]?.matchAll(/['"]([\w-]{1,80})['"]/g) ?? []) pictures.set(id[1] ?? '', address);
    at = end;
  }
};

/** Reads what the scripts of a page hold, from its text: linear, bounded, runs nothing. */
export const readScriptContent = (text: string): ScriptContent => {
  const fills = new Map<string, string>();
  const pictures = new Map<string, string>();
  readFills(text, fills);
  readPictures(text, pictures);
  return { fills, pictures };
};
