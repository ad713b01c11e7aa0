/** Bounds of an operator's list; the rest is not read, and `isCut` is true. */
export const MAX_ADBLOCK_LIST_CHARS = 20_000_000;
export const MAX_ADBLOCK_RULES = 500_000;
/** A longer rule is skipped. */
export const MAX_ADBLOCK_RULE_CHARS = 200;
/** Shorter pieces of a path would match too much. */
const MIN_PATH_RULE_CHARS = 4;
/** Characters of a URL's path and query that are compared, and slashes in them. */
const MAX_PATH_CHARS = 2_000;
const MAX_PATH_SLASHES = 64;

/** `allowed`: an exception of the list, which overrides other lists. */
export type AdJudgement = 'ad' | 'allowed';

/** Compiled rules of a list; a lookup takes as many steps as a host has labels and a path has slashes. */
export interface AdRules {
  /** Judges a request of a page on `pageHost`; hosts in lower case, as `URL` gives them. */
  judge(url: URL, pageHost: string): AdJudgement | undefined;
  /** Number of rules that are applied. */
  readonly taken: number;
  /** Number of lines that are neither comments nor rules of a known kind. */
  readonly skipped: number;
  /** The list is longer than its bounds. */
  readonly isCut: boolean;
}

interface Compiled {
  readonly blocked: Set<string>;
  readonly blockedFromOthers: Set<string>;
  readonly allowed: Set<string>;
  readonly allowedFromOthers: Set<string>;
  /** Pieces of paths by their length. */
  readonly paths: Map<number, Set<string>>;
}

const HOST = /^(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.)+(?:xn--[a-z0-9-]{1,59}|[a-z]{2,63})$/;
const HOSTS_FILE_LINE = /^(?:0\.0\.0\.0|127\.0\.0\.1|::1?|0)[ \t]+(\S+)[ \t]*(?:#.*)?$/;
const HOST_RULE = /^(@@)?\|\|([^/^$*|]+)\^(?:\|)?(?:\$(?:(third-party|3p)|important))?$/;
const PATH_RULE = /^\/[a-z0-9_.~%/-]+$/;
const COMMENT = /^(?:[!#](?![#@?$])|\[adblock|#$)/;

const IP_END = /^\d+$|\]$/;

/** Names of the machine itself, which hosts files list too. */
const OWN_NAMES = new Set(['localhost', 'localhost.localdomain', 'local', 'broadcasthost', '0.0.0.0']);

const takeHost = (set: Set<string>, host: string): boolean => {
  if (!HOST.test(host)) return false;
  set.add(host);
  return true;
};

const takePath = (paths: Compiled['paths'], line: string): boolean => {
  const piece = line.endsWith('*') ? line.slice(0, -1) : line;
  if (!PATH_RULE.test(piece) || piece.length < MIN_PATH_RULE_CHARS) return false;
  const known = paths.get(piece.length);
  if (known) known.add(piece);
  else paths.set(piece.length, new Set([piece]));
  return true;
};

/** False if the line is no rule of a known kind. */
const takeRule = (compiled: Compiled, line: string): boolean => {
  const named = HOSTS_FILE_LINE.exec(line)?.[1];
  if (named !== undefined) return OWN_NAMES.has(named) || takeHost(compiled.blocked, named);
  const [, exception, host, fromOthers] = HOST_RULE.exec(line) ?? [];
  if (host !== undefined) {
    if (exception) return takeHost(fromOthers ? compiled.allowedFromOthers : compiled.allowed, host);
    return takeHost(fromOthers ? compiled.blockedFromOthers : compiled.blocked, host);
  }
  if (line.startsWith('/')) return takePath(compiled.paths, line);
  return takeHost(compiled.blocked, line.replace(/[ \t]+#.*$/, ''));
};

/** True for a listed host and its subdomains. */
export const isHostIn = (hosts: ReadonlySet<string>, hostname: string): boolean => {
  if (hosts.size === 0) return false;
  for (let at = 0; at !== -1 && at < hostname.length;) {
    if (hosts.has(hostname.slice(at))) return true;
    const dot = hostname.indexOf('.', at);
    at = dot === -1 ? -1 : dot + 1;
  }
  return false;
};

/** Approximates the registered part of a name: `shop.co.uk` of `www.shop.co.uk`. */
const ownerOf = (hostname: string): string => {
  const labels = hostname.split('.');
  const [second = '', first = ''] = labels.slice(-2);
  if (IP_END.test(first)) return hostname;
  return labels.slice(second.length <= 3 && first.length === 2 ? -3 : -2).join('.');
};

export const isFromOthers = (hostname: string, pageHost: string): boolean =>
  hostname !== pageHost && ownerOf(hostname) !== ownerOf(pageHost);

const hasListedPath = (paths: Compiled['paths'], url: URL): boolean => {
  if (paths.size === 0) return false;
  const text = `${url.pathname}${url.search}`.slice(0, MAX_PATH_CHARS).toLowerCase();
  let at = text.indexOf('/');
  for (let slashes = 0; at !== -1 && slashes < MAX_PATH_SLASHES; slashes += 1) {
    for (const [length, pieces] of paths) if (pieces.has(text.slice(at, at + length))) return true;
    at = text.indexOf('/', at + 1);
  }
  return false;
};

const createJudge =
  (compiled: Compiled): AdRules['judge'] =>
  (url, pageHost) => {
    const { hostname } = url;
    const isOthers = isFromOthers(hostname, pageHost);
    const isIn = (always: ReadonlySet<string>, fromOthers: ReadonlySet<string>) =>
      isHostIn(always, hostname) || (isOthers && isHostIn(fromOthers, hostname));
    if (isIn(compiled.allowed, compiled.allowedFromOthers)) return 'allowed';
    const isAd = isIn(compiled.blocked, compiled.blockedFromOthers) || hasListedPath(compiled.paths, url);
    return isAd ? 'ad' : undefined;
  };

/**
 * Compiles an operator's list: lines of a hosts file, plain hosts, and of the Adblock syntax `||host^`,
 * `||host^$third-party`, their exceptions `@@||host^`, and pieces of a path such as `/banners/`. Other rules are skipped.
 */
export const readAdblockList = (text: string): AdRules => {
  const compiled: Compiled = {
    blocked: new Set(),
    blockedFromOthers: new Set(),
    allowed: new Set(),
    allowedFromOthers: new Set(),
    paths: new Map(),
  };
  let taken = 0;
  let skipped = 0;
  let from = 0;
  const end = Math.min(text.length, MAX_ADBLOCK_LIST_CHARS);
  while (from < end && taken < MAX_ADBLOCK_RULES) {
    const newline = text.indexOf('\n', from);
    const to = newline === -1 ? text.length : newline;
    // An incomplete line could be read as another rule.
    if (to > end) break;
    const line = to - from > MAX_ADBLOCK_RULE_CHARS ? undefined : text.slice(from, to).trim().toLowerCase();
    from = to + 1;
    if (line === undefined) skipped += 1;
    else if (line !== '' && !COMMENT.test(line)) {
      if (takeRule(compiled, line)) taken += 1;
      else skipped += 1;
    }
  }
  return { judge: createJudge(compiled), taken, skipped, isCut: from < text.length };
};
