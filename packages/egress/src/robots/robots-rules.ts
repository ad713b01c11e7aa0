import { MAX_ROBOTS_BYTES, MAX_ROBOTS_PATH_LENGTH, MAX_WILDCARD_PATTERNS } from './robots-limits.js';

/** One Allow or Disallow line. */
interface RobotsRule {
  readonly isAllowed: boolean;
  readonly pattern: string;
}

/** The rules of one robots.txt for one robot. */
export interface RobotsRules {
  readonly rules: readonly RobotsRule[];
  readonly crawlDelayMs: number | undefined;
}

interface Group {
  readonly rules: RobotsRule[];
  wildcards: number;
  crawlDelayMs: number | undefined;
}

const newGroup = (): Group => ({ rules: [], wildcards: 0, crawlDelayMs: undefined });

/** Percent-encodes as URLs do, with upper-case digits, so that rules and URLs can be compared. */
const normalisePath = (path: string): string =>
  path
    .replaceAll(/[^\x21-\x7e]+/g, (part) => encodeURI(part.toWellFormed()))
    .replaceAll(/%[0-9a-f]{2}/gi, (code) => {
      const character = String.fromCharCode(Number.parseInt(code.slice(1), 16));
      return /[A-Za-z0-9\-._~]/.test(character) ? character : code.toUpperCase();
    });

const readLine = (line: string): readonly [string, string] | undefined => {
  const hash = line.indexOf('#');
  const text = hash === -1 ? line : line.slice(0, hash);
  const colon = text.indexOf(':');
  return colon === -1 ? undefined : [text.slice(0, colon).trim().toLowerCase(), text.slice(colon + 1).trim()];
};

/** The product token of a user-agent line: `Quarry` of `Quarry/1.0`. */
const readToken = (value: string): string => (/^[\w-]+/.exec(value)?.[0] ?? value).toLowerCase();

const readDelayMs = (value: string): number | undefined => {
  const seconds = Number(value);
  return value !== '' && Number.isFinite(seconds) && seconds >= 0 ? Math.round(seconds * 1000) : undefined;
};

const cut = (text: string): string => {
  if (text.length <= MAX_ROBOTS_BYTES) return text;
  const end = text.lastIndexOf('\n', MAX_ROBOTS_BYTES);
  return text.slice(0, end === -1 ? 0 : end);
};

const addRule = (group: Group, isAllowed: boolean, value: string): void => {
  if (value.includes('*')) group.wildcards += 1;
  if (group.wildcards > MAX_WILDCARD_PATTERNS && value.includes('*')) return;
  group.rules.push({ isAllowed, pattern: normalisePath(value) });
};

const addLine = (groups: readonly Group[], name: string, value: string): void => {
  for (const group of groups) {
    if (name === 'crawl-delay') group.crawlDelayMs ??= readDelayMs(value);
    // An empty Disallow forbids nothing; an empty pattern matches nothing.
    else if (value !== '') addRule(group, name === 'allow', value);
  }
};

/**
 * Reads a robots.txt by RFC 9309 for the robot with this product token: all groups that name it, else those for every robot.
 * Linear in the text; text beyond the bound is ignored.
 */
export const parseRobots = (text: string, productToken: string): RobotsRules => {
  const wanted = productToken.toLowerCase();
  const own = newGroup();
  const everyone = newGroup();
  let isNamed = false;
  let current = new Set<Group>();
  let isHeadOpen = false;
  for (const line of cut(text.replace(/^\uFEFF/, '')).split(/\r\n|\r|\n/)) {
    const [name, value] = readLine(line) ?? [];
    if (name === 'user-agent') {
      if (!isHeadOpen) current = new Set();
      isHeadOpen = true;
      const token = readToken(value ?? '');
      if (token === wanted) isNamed = true;
      if (token === wanted) current.add(own);
      if (token === '*') current.add(everyone);
    } else if (name === 'allow' || name === 'disallow' || name === 'crawl-delay') {
      // Only Allow and Disallow end the user-agent lines at the start of a group.
      isHeadOpen &&= name === 'crawl-delay';
      addLine([...current], name, value ?? '');
    }
  }
  return isNamed ? own : everyone;
};

/** Finds each part as far left as possible, which is correct for `*`. Linear in the path for each of the pattern's parts. */
const matches = (pattern: string, path: string): boolean => {
  const isAnchored = pattern.endsWith('$');
  const [first = '', ...parts] = (isAnchored ? pattern.slice(0, -1) : pattern).split('*');
  if (!path.startsWith(first)) return false;
  const last = isAnchored ? parts.pop() : undefined;
  let at = first.length;
  for (const part of parts) {
    const found = path.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  if (!isAnchored) return true;
  return last === undefined ? at === path.length : path.length - last.length >= at && path.endsWith(last);
};

/** Whether the rules allow this URL: the longest matching pattern decides, and Allow wins between equally long ones. */
export const isPathAllowed = ({ rules }: RobotsRules, url: URL): boolean => {
  if (url.pathname === '/robots.txt') return true;
  const path = normalisePath(`${url.pathname}${url.search}`.slice(0, MAX_ROBOTS_PATH_LENGTH));
  let best: RobotsRule | undefined;
  for (const rule of rules) {
    const isLonger = best === undefined || rule.pattern.length > best.pattern.length;
    const isMilder = best !== undefined && rule.pattern.length === best.pattern.length && rule.isAllowed;
    if ((isLonger || isMilder) && matches(rule.pattern, path)) best = rule;
  }
  return best?.isAllowed ?? true;
};
