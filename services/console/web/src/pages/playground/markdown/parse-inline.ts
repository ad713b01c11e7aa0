/** A piece of a line of markdown. Raw html stays text. */
export type Inline =
  | { readonly type: 'text' | 'code'; readonly text: string }
  | { readonly type: 'strong' | 'emphasis' | 'strike'; readonly children: readonly Inline[] }
  | { readonly type: 'link'; readonly href: string; readonly children: readonly Inline[] }
  | { readonly type: 'image'; readonly src: string; readonly alt: string }
  | { readonly type: 'break' };

/** How far the end of a link or of emphasis is looked for, so that time stays linear. */
const REACH_CHARS = 4_000;
/** Longest text of a link. */
const LABEL_MAX_CHARS = 800;
const DEPTH_MAX = 5;

const SCHEMES: ReadonlySet<string> = new Set(['http:', 'https:', 'mailto:']);

/** An address that a link may lead to; undefined for scripts, data and anything that is not absolute. */
export const safeHref = (href: string): string | undefined => {
  const url = URL.parse(href.trim());
  return url !== null && SCHEMES.has(url.protocol) ? url.href : undefined;
};

interface Found {
  readonly inline: Inline;
  /** Where the text goes on. */
  readonly end: number;
}

const MARKS = [
  { mark: '**', type: 'strong' },
  { mark: '__', type: 'strong' },
  { mark: '~~', type: 'strike' },
  { mark: '*', type: 'emphasis' },
  { mark: '_', type: 'emphasis' },
] as const;

const indexWithin = (text: string, part: string, from: number): number => {
  const found = text.slice(from, from + REACH_CHARS).indexOf(part);
  return found < 0 ? -1 : from + found;
};

const readCode = (text: string, at: number): Found | undefined => {
  const [fence = ''] = /^`+/.exec(text.slice(at, at + 20)) ?? [];
  const start = at + fence.length;
  const end = indexWithin(text, fence, start);
  if (fence === '' || end < 0) return undefined;
  const code = text.slice(start, end);
  const shown = /^ .*\S.* $/.test(code) ? code.slice(1, -1) : code;
  return { inline: { type: 'code', text: shown }, end: end + fence.length };
};

/** The end of a link's text, whose brackets may be nested. */
const closingBracket = (text: string, from: number): number => {
  let depth = 1;
  for (let at = from; at < Math.min(text.length, from + LABEL_MAX_CHARS); at += 1) {
    const char = text[at];
    if (char === '\\') at += 1;
    else if (char === '[') depth += 1;
    else if (char === ']') {
      depth -= 1;
      if (depth === 0) return at;
    }
  }
  return -1;
};

const TARGET =
  /^\(\s*(?:<([^<>\n]{0,4000})>|((?:[^\s()\\]|\\.|\([^\s()]{0,500}\)){0,4000}))(?:\s+(?:"[^"]{0,500}"|'[^']{0,500}'))?\s*\)/;

const readLink = (text: string, at: number, depth: number): Found | undefined => {
  const isImage = text[at] === '!';
  const start = at + (isImage ? 2 : 1);
  const close = closingBracket(text, start);
  if (close < 0) return undefined;
  const match = TARGET.exec(text.slice(close + 1, close + 1 + REACH_CHARS * 2));
  if (!match) return undefined;
  const target = (match[1] ?? match[2] ?? '').replace(/\\([()\\])/g, '$1');
  const label = text.slice(start, close);
  const end = close + 1 + match[0].length;
  if (isImage) return { inline: { type: 'image', src: target, alt: label }, end };
  const href = safeHref(target);
  const children = parseInline(label, depth + 1);
  return { inline: href === undefined ? { type: 'text', text: label } : { type: 'link', href, children }, end };
};

const readMarked = (text: string, at: number, depth: number): Found | undefined => {
  for (const { mark, type } of MARKS) {
    if (!text.startsWith(mark, at)) continue;
    const start = at + mark.length;
    // Not before a blank, and for underscores not within a word.
    if (/^(?:\s|$)/.test(text.slice(start, start + 1))) continue;
    if (mark.startsWith('_') && /\w/.test(text[at - 1] ?? '')) continue;
    const end = indexWithin(text, mark, start + 1);
    if (end < 0 || /\s/.test(text[end - 1] ?? '')) continue;
    if (mark.startsWith('_') && /\w/.test(text[end + mark.length] ?? '')) continue;
    return { inline: { type, children: parseInline(text.slice(start, end), depth + 1) }, end: end + mark.length };
  }
  return undefined;
};

const AUTOLINK = /^<((?:https?|mailto):[^\s<>]{1,2000})>/i;

const readAutolink = (text: string, at: number): Found | undefined => {
  const match = AUTOLINK.exec(text.slice(at, at + REACH_CHARS));
  const href = match?.[1] === undefined ? undefined : safeHref(match[1]);
  if (!match || href === undefined) return undefined;
  return {
    inline: { type: 'link', href, children: [{ type: 'text', text: match[1] ?? '' }] },
    end: at + match[0].length,
  };
};

const readAt = (text: string, at: number, depth: number): Found | undefined => {
  const char = text[at];
  if (char === '`') return readCode(text, at);
  if (char === '<') return readAutolink(text, at);
  if (depth >= DEPTH_MAX) return undefined;
  if (char === '[' || (char === '!' && text[at + 1] === '[')) return readLink(text, at, depth);
  return readMarked(text, at, depth);
};

const SPECIAL = /[\\`<[!*_~\n]/g;

/** The pieces of a paragraph, a heading or a cell. Linear in its length; what is not understood stays text. */
export function parseInline(text: string, depth = 0): readonly Inline[] {
  const found: Inline[] = [];
  let plain = '';
  const flush = (): void => {
    if (plain !== '') found.push({ type: 'text', text: plain });
    plain = '';
  };
  for (let at = 0; at < text.length;) {
    SPECIAL.lastIndex = at;
    const next = SPECIAL.exec(text)?.index ?? text.length;
    plain += text.slice(at, next);
    at = next;
    if (at >= text.length) break;
    if (text[at] === '\\') {
      const escaped = text[at + 1] ?? '';
      if (escaped === '\n') {
        flush();
        found.push({ type: 'break' });
      } else plain += /[!-/:-@[-`{-~]/.test(escaped) ? escaped : `\\${escaped}`;
      at += 2;
    } else if (text[at] === '\n') {
      const isBreak = plain.endsWith('  ');
      plain = plain.trimEnd();
      if (isBreak) {
        flush();
        found.push({ type: 'break' });
      } else plain += '\n';
      at += 1;
    } else {
      const read = readAt(text, at, depth);
      if (read) {
        flush();
        found.push(read.inline);
        at = read.end;
      } else {
        plain += text[at] ?? '';
        at += 1;
      }
    }
  }
  flush();
  return found;
}
