/** A pattern that needs more steps for a URL does not match it. Ordinary patterns need a few per character. */
export const MAX_GLOB_STEPS = 20_000;
/** Steps of all patterns together for one URL; the remaining patterns do not match it. */
export const MAX_ADDRESS_STEPS = 1_000_000;
/** Alternatives that the `{a,b}` groups of one pattern may form; beyond that, braces are literal. */
export const MAX_GLOB_ALTERNATIVES = 64;

/** Whether one of the patterns matches the URL. */
export type UrlMatcher = (url: URL) => boolean;

/** Tokens other than character codes. */
const ANY = -1;
const IN_SEGMENT = -2;
const SLASH = '/'.charCodeAt(0);

/** The part of the URL that a pattern is matched against. */
type Side = 'url' | 'hostOn' | 'pathOn';

interface Glob {
  readonly side: Side;
  readonly tokens: readonly number[];
}

/** The first innermost `{a,b}`, found in one pass because callers choose the pattern. */
const findGroup = (text: string): { readonly from: number; readonly to: number } | undefined => {
  let from = -1;
  let hasComma = false;
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at];
    if (letter === '{') [from, hasComma] = [at, false];
    else if (letter === ',') hasComma = true;
    else if (letter === '}') {
      if (from !== -1 && hasComma) return { from, to: at + 1 };
      from = -1;
    }
  }
  return undefined;
};

/** Expands `{a,b}`; nested groups from the inside. */
const expandGroups = (pattern: string): readonly string[] => {
  let open = [pattern];
  const done: string[] = [];
  while (open.length > 0) {
    const next: string[] = [];
    for (const one of open) {
      const group = findGroup(one);
      if (!group) done.push(one);
      else {
        const { from, to } = group;
        const choices = one.slice(from + 1, to - 1).split(',');
        if (choices.length > MAX_GLOB_ALTERNATIVES) return [pattern];
        for (const choice of choices) next.push(`${one.slice(0, from)}${choice}${one.slice(to)}`);
      }
      if (done.length + next.length > MAX_GLOB_ALTERNATIVES) return [pattern];
    }
    open = next;
  }
  return done;
};

const readTokens = (pattern: string): readonly number[] => {
  const tokens: number[] = [];
  for (let at = 0; at < pattern.length; at += 1) {
    if (pattern[at] !== '*') tokens.push(pattern.charCodeAt(at));
    else {
      const isAny = pattern[at + 1] === '*';
      while (pattern[at + 1] === '*') at += 1;
      tokens.push(isAny ? ANY : IN_SEGMENT);
    }
  }
  return tokens;
};

/** In a pattern without a slash, stars match slashes too; a bare host matches all its URLs and its subdomains. */
const widen = (pattern: string): string => {
  if (pattern.includes('/')) return pattern;
  return pattern.includes('*') ? pattern.replaceAll(/\*+/g, '**') : `**.${pattern}/**`;
};

const sideOf = (pattern: string): Side => {
  if (pattern.startsWith('/')) return 'pathOn';
  return pattern.startsWith('**') || pattern.includes('://') ? 'url' : 'hostOn';
};

const readGlobs = (written: string): readonly Glob[] =>
  expandGroups(written.trim().toLowerCase()).flatMap((one) => {
    if (one === '') return [];
    const pattern = widen(one);
    const globs = [{ side: sideOf(pattern), tokens: readTokens(pattern) }];
    // A pattern for all subdomains of a host includes the host.
    if (pattern.startsWith('**.')) globs.push({ side: 'hostOn', tokens: readTokens(pattern.slice('**.'.length)) });
    return globs;
  });

/**
 * Whether the tokens match the whole text. Only the last star of each kind is extended: the part after an earlier star was found
 * as early as possible, which leaves the most text for the rest.
 */
const covers = (tokens: readonly number[], text: string, left: { steps: number }): boolean => {
  let at = 0;
  let next = 0;
  let segment = { next: -1, at: 0 };
  let any = { next: -1, at: 0 };
  for (let steps = 0; steps < MAX_GLOB_STEPS && left.steps > 0; steps += 1) {
    left.steps -= 1;
    const token = tokens[next];
    if (token === undefined && at === text.length) return true;
    if (token === ANY) {
      next += 1;
      if (next === tokens.length) return true;
      any = { next, at };
      segment = { next: -1, at: 0 };
    } else if (token === IN_SEGMENT) {
      next += 1;
      segment = { next, at };
    } else if (token !== undefined && token === text.charCodeAt(at)) {
      next += 1;
      at += 1;
    } else if (segment.next !== -1 && segment.at < text.length && text.charCodeAt(segment.at) !== SLASH) {
      segment.at += 1;
      ({ next, at } = segment);
    } else if (any.next !== -1 && any.at < text.length) {
      any.at += 1;
      ({ next, at } = any);
      segment = { next: -1, at: 0 };
    } else return false;
  }
  return false;
};

/**
 * Compiles patterns for URLs. `**` matches anything, `*` anything but a slash, `{a,b}` either; case is ignored. A pattern must
 * match to the end of the URL: from the scheme if it has one or begins with `**`, from the path if it begins with a slash, else
 * from the host.
 */
export const compileUrlGlobs = (patterns: readonly string[]): UrlMatcher => {
  const globs = patterns.flatMap(readGlobs);
  if (globs.length === 0) return () => false;
  return (url) => {
    const text = `${url.protocol}//${url.host}${url.pathname}${url.search}`.toLowerCase();
    const hostAt = url.protocol.length + 2;
    const sides: Readonly<Record<Side, string>> = {
      url: text,
      hostOn: text.slice(hostAt),
      pathOn: text.slice(hostAt + url.host.length),
    };
    const left = { steps: MAX_ADDRESS_STEPS };
    return globs.some(({ side, tokens }) => covers(tokens, sides[side], left));
  };
};
