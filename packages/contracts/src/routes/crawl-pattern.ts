import { RE2JS } from 're2js';
import type { Violation } from '../errors.js';

/** Most instructions of one regular expression, and of all of a crawl: the time for an address grows with them. */
export const CRAWL_REGEX_SIZE = 500;
export const CRAWL_REGEXES_SIZE = 1_000;
/** Largest sum of the counts of its repetitions, such as `{20}`: they are written out when it is compiled. */
const MAX_REPEATS = 100;

/** How patterns begin that are regular expressions: of the path without its query, and of the whole address. */
export const PATH_REGEX = 'regex:';
export const URL_REGEX = 'url-regex:';
/** How a pattern begins that stands for the addresses which do not match the rest of it. */
export const NOT_PATTERN = '!';

export type MatchesAddress = (url: URL) => boolean;

type Compiled =
  | { readonly ok: true; readonly matches: MatchesAddress; readonly size: number }
  | { readonly ok: false; readonly message: string };

/** Whether a text matches a pattern in which `*` stands for any characters, in time bounded by the product of their lengths. */
const matchesStars = (text: string, pattern: string): boolean => {
  let [at, of] = [0, 0];
  let [star, from] = [-1, 0];
  while (at < text.length) {
    if (pattern[of] === '*') {
      star = of;
      from = at;
      of += 1;
    } else if (pattern[of] === text[at]) {
      at += 1;
      of += 1;
    } else if (star >= 0) {
      of = star + 1;
      from += 1;
      at = from;
    } else return false;
  }
  while (pattern[of] === '*') of += 1;
  return of === pattern.length;
};

const refuse = (message: string): Compiled => ({ ok: false, message });

const repeatsOf = (expression: string): number => {
  let sum = 0;
  for (const [, least, most] of expression.matchAll(/\{(\d+)(?:,(\d*))?\}/g)) sum += Number(most || least);
  return sum;
};

/** Matches in time linear in the address, whatever the expression is. */
const compileRegex = (expression: string, textOf: (url: URL) => string): Compiled => {
  // Addresses have no letters of other scripts, whose classes take much room.
  if (/\\p/i.test(expression)) return refuse('has classes of Unicode: addresses are percent-encoded.');
  if (repeatsOf(expression) > MAX_REPEATS) return refuse(`repeats more than ${MAX_REPEATS} times in all.`);
  try {
    const regex = RE2JS.compile(RE2JS.translateRegExp(expression));
    const size = regex.programSize();
    if (size > CRAWL_REGEX_SIZE) return refuse('is too large a regular expression.');
    return { ok: true, size, matches: (url) => regex.test(textOf(url)) };
  } catch (error) {
    const why = error instanceof Error ? error.message.replace(/^error parsing regexp: /, '') : String(error);
    return refuse(`is not a regular expression of RE2: ${why}`);
  }
};

const compile = (pattern: string): Compiled => {
  if (pattern.startsWith(NOT_PATTERN)) {
    const rest = compile(pattern.slice(NOT_PATTERN.length));
    return rest.ok ? { ...rest, matches: (url) => !rest.matches(url) } : rest;
  }
  if (pattern.startsWith(PATH_REGEX)) return compileRegex(pattern.slice(PATH_REGEX.length), ({ pathname }) => pathname);
  if (pattern.startsWith(URL_REGEX)) return compileRegex(pattern.slice(URL_REGEX.length), ({ href }) => href);
  return { ok: true, size: 0, matches: ({ pathname, search }) => matchesStars(pathname + search, pattern) };
};

/** What a valid pattern of `include` and `exclude` stands for. */
export const compileCrawlPattern = (pattern: string): MatchesAddress => {
  const compiled = compile(pattern);
  if (!compiled.ok) throw new Error(`a pattern ${compiled.message}`);
  return compiled.matches;
};

/** What is wrong with the patterns of a crawl. */
export const judgeCrawlPatterns = (
  lists: Readonly<Record<'include' | 'exclude', readonly string[]>>,
): readonly Violation[] => {
  const violations: Violation[] = [];
  let size = 0;
  for (const name of ['include', 'exclude'] as const) {
    for (const [index, pattern] of lists[name].entries()) {
      const field = `${name}.${index}`;
      const compiled = compile(pattern);
      if (!compiled.ok) violations.push({ field, rule: 'regex', message: `${field} ${compiled.message}` });
      else size += compiled.size;
      if (size <= CRAWL_REGEXES_SIZE) continue;
      const message = `${field} is one regular expression too many: those of a crawl are too large together.`;
      return [...violations, { field, rule: 'maxLength', message }];
    }
  }
  return violations;
};
