/** A pattern that needs more steps on one address does not match it. What people write needs a few per character. */
export const MAX_GLOB_STEPS = 20_000;
/** Steps that all patterns together take beside one address; those that are left do not match it. */
export const MAX_ADDRESS_STEPS = 1_000_000;
/** Alternatives that `{a,b}` groups of one pattern may make; beyond, braces stand for themselves. */
export const MAX_GLOB_ALTERNATIVES = 64;

/** True where one of the patterns covers the address. */
export type UrlMatcher = (url: URL) => boolean;

/** Tokens beside character codes. */
const ANY = -1;
const IN_SEGMENT = -2;
const SLASH = '/'.charCodeAt(0);

/** What a pattern is laid beside. */
type Side = 'url' | 'hostOn' | 'pathOn';

interface Glob {
  readonly side: Side;
  readonly tokens: readonly number[];
}

/** The first innermost `{a,b}`, in one pass: callers choose the pattern. */
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

/** Spells out `{a,b}`; nested groups from the inside. */
const spellOut = (pattern: string): readonly string[] => {
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

/** A pattern without a slash cannot mean segments: its stars cross them; a bare host means all that is on it and below it. */
const widen = (pattern: string): string => {
  if (pattern.includes('/')) return pattern;
  return pattern.includes('*') ? pattern.replaceAll(/\*+/g, '**') : `**.${pattern}/**`;
};

const sideOf = (pattern: string): Side => {
  if (pattern.startsWith('/')) return 'pathOn';
  return pattern.startsWith('**') || pattern.includes('://') ? 'url' : 'hostOn';
};

const readGlobs = (written: string): readonly Glob[] =>
  spellOut(written.trim().toLowerCase()).flatMap((one) => {
    if (one === '') return [];
    const pattern = widen(one);
    const globs = [{ side: sideOf(pattern), tokens: readTokens(pattern) }];
    // Who names all hosts below one means that one too.
    if (pattern.startsWith('**.')) globs.push({ side: 'hostOn', tokens: readTokens(pattern.slice('**.'.length)) });
    return globs;
  });

/**
 * Whether the tokens cover the whole text. Only the last star of each kind is ever tried further along: what follows
 * an earlier one has been found as early as can be, which leaves the rest the most room.
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
 * Compiles patterns for addresses. `**` stands for anything, `*` for anything but a slash, `{a,b}` for either; case does
 * not count. A pattern covers the address as a whole: from the scheme on where it has one or begins with `**`, from the
 * path on where it begins with a slash, else from the host on.
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
