import { createHash, randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { ProxyType } from '../port.js';
import { DIRECT_EXIT, type Exit } from './exit.js';
import { ExitHealth } from './exit-health.js';
import { createExitBook, type ExitBook } from './exit-book.js';
import { parseExitTemplate, type ExitTemplate } from './exit-template.js';

/** Sessions whose exit is remembered, and for how long after their last use. */
export const MAX_SESSIONS = 10_000;
export const SESSION_IDLE_MS = 3_600_000;
/** Remembered times of last use. */
export const MAX_USES = 20_000;
/** Country of an exit if the caller asks for none and PROXY_COUNTRIES names none. */
export const DEFAULT_COUNTRY = 'US';

const SESSION_TOKEN_LENGTH = 10;

export interface ExitSettings {
  /** URL templates. Without any, datacenter requests use the deployment's own address. */
  readonly datacenter?: readonly string[] | undefined;
  readonly residential?: readonly string[] | undefined;
  /** ISO codes, upper case; empty: every country. */
  readonly countries?: readonly string[] | undefined;
}

export interface ExitWish {
  readonly proxyType?: ProxyType | undefined;
  readonly proxyCountry?: string | undefined;
}

export interface ExitRefusal {
  readonly reason: string;
  /** For the caller: which pool, what is missing, what to do. */
  readonly message: string;
}

export interface ExitAsk extends ExitWish {
  readonly site: string;
  /** The host of the request; an exit that it asked to wait is not healthy. */
  readonly host?: string | undefined;
  readonly sessionId?: string | undefined;
  /** `Exit.kept.id` of the only exit that may be taken, while it is configured. */
  readonly keptExitId?: string | undefined;
  /** Only a healthy exit whose key is not among these. */
  readonly otherThan?: ReadonlySet<string> | undefined;
  /** Sessions whose exits are not taken for a new session while another exit is healthy. */
  readonly leftSessions?: readonly string[] | undefined;
}

export interface ExitPools {
  readonly health: ExitHealth;
  readonly book: ExitBook;
  /** Why no exit could serve the wish, regardless of health. */
  refuse(wish: ExitWish): ExitRefusal | undefined;
  /** Undefined only with `otherThan`, or if `refuse` gives a reason. */
  choose(ask: ExitAsk): Exit | undefined;
}

export interface ExitPoolsOptions {
  readonly settings?: ExitSettings | undefined;
  readonly now?: (() => number) | undefined;
  readonly newToken?: (() => string) | undefined;
}

interface StickyExit {
  readonly exit: Exit;
  readonly generation: number;
  readonly usedAtMs: number;
}

interface Candidate {
  readonly template: ExitTemplate;
  readonly gatewayKey: string;
  /** Of all exits of the template in the country. */
  readonly key: string;
}

/** Lower-case letters and digits, which every provider accepts as a session. */
const toToken = (bytes: Uint8Array): string =>
  Array.from(bytes.subarray(0, SESSION_TOKEN_LENGTH), (byte) => (byte % 36).toString(36)).join('');

const randomToken = (): string => toToken(randomBytes(SESSION_TOKEN_LENGTH));
const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

const NAMES: Readonly<Record<ProxyType, string>> = {
  datacenter: 'PROXY_DATACENTER',
  residential: 'PROXY_RESIDENTIAL',
};

const refuseCountry = (pool: ProxyType, country: string, countries: readonly string[]): ExitRefusal => ({
  reason: 'no_country_exit',
  message:
    countries.length > 0 && !countries.includes(country)
      ? `The ${pool} proxies of this deployment have no exit in ${country}; they have ${countries.join(', ')}.`
      : `The ${pool} proxies of this deployment cannot be chosen by country, so there is no exit in ${country}. Leave proxyCountry out.`,
});

type Pools = Readonly<Record<ProxyType, readonly ExitTemplate[]>>;

const refuseWish = (
  { proxyType, proxyCountry: country }: ExitWish,
  pools: Pools,
  countries: readonly string[],
): ExitRefusal | undefined => {
  const pool = proxyType ?? 'datacenter';
  const templates = pools[pool];
  if (templates.length === 0 && pool !== DIRECT_EXIT.proxyType) {
    const message = `This deployment has no ${pool} proxies. Leave proxyType out, or have its operator set ${NAMES[pool]}.`;
    return { reason: `no_${pool}_pool`, message };
  }
  if (country === undefined) return undefined;
  if (templates.length === 0) {
    const message = `This deployment has no ${pool} proxies, so it has no exit in ${country}. Leave proxyCountry out, or have its operator set ${NAMES[pool]}.`;
    return { reason: 'no_country_exit', message };
  }
  const isServed = countries.length === 0 || countries.includes(country);
  const hasTemplate = templates.some(({ hasCountry }) => hasCountry);
  return isServed && hasTemplate ? undefined : refuseCountry(pool, country, countries);
};

/** The exit of a session as it was; undefined if the pool no longer has it. */
const findKept = (templates: readonly ExitTemplate[], { keptExitId }: ExitAsk): Exit | undefined => {
  if (keptExitId === undefined) return undefined;
  if (templates.length === 0) return keptExitId === DIRECT_EXIT.kept.id ? DIRECT_EXIT : undefined;
  const [fingerprint, country = '', token = ''] = keptExitId.split('.');
  const template = templates.find((one) => one.fingerprint === fingerprint);
  const exit = template?.fill(country === '' ? undefined : country, token);
  return exit?.kept.id === keptExitId ? exit : undefined;
};

/** Chooses exits: a session keeps its exit; otherwise the healthy exit that was used least recently is taken. */
export const createExitPools = (options: ExitPoolsOptions = {}): ExitPools => {
  const { settings = {}, now = Date.now, newToken = randomToken } = options;
  const { countries = [] } = settings;
  const read = (pool: ProxyType) =>
    (settings[pool] ?? []).map((template, index) => parseExitTemplate(template, pool, index));
  const pools: Pools = {
    datacenter: read('datacenter'),
    residential: read('residential'),
  };
  const health = new ExitHealth(now);
  const stickyExits = new LRUCache<string, StickyExit>({ max: MAX_SESSIONS });
  const uses = new LRUCache<string, number>({ max: MAX_USES });
  let useCount = 0;

  const refuse = (wish: ExitWish) => refuseWish(wish, pools, countries);

  const lastUse = (key: string): number => uses.get(key) ?? 0;
  const suspendedUntilMs = (one: Candidate | Exit, { site, host }: ExitAsk) => health.suspendedUntilMs(one, site, host);
  const isSuspended = (one: Candidate | Exit, ask: ExitAsk) => suspendedUntilMs(one, ask) > now();

  const leastUsed = (list: readonly Candidate[], site: string): Candidate | undefined =>
    list.toSorted(
      (left, right) =>
        lastUse(`${left.key} ${site}`) - lastUse(`${right.key} ${site}`) || lastUse(left.key) - lastUse(right.key),
    )[0];

  /** The same in every worker, so that a session keeps its exit across workers. */
  const fixedFor = (list: readonly Candidate[], sessionId: string): Candidate | undefined =>
    list
      .map((one) => ({ one, rank: digest(`${one.key} ${sessionId}`).toString('hex') }))
      .toSorted((left, right) => (left.rank < right.rank ? -1 : 1))[0]?.one;

  const pick = (candidates: readonly Candidate[], ask: ExitAsk): Candidate | undefined => {
    const { site, sessionId, otherThan } = ask;
    const isFresh = ({ template, key }: Candidate) => template.hasSession || !otherThan?.has(key);
    const well = candidates.filter((one) => isFresh(one) && !isSuspended(one, ask));
    if (well.length > 0) return sessionId === undefined ? leastUsed(well, site) : fixedFor(well, sessionId);
    if (otherThan) return undefined;
    return candidates.toSorted((left, right) => suspendedUntilMs(left, ask) - suspendedUntilMs(right, ask))[0];
  };

  const pickElsewhere = (candidates: readonly Candidate[], ask: ExitAsk, left: string[]): Candidate | undefined =>
    left.length > 0 && !ask.otherThan ? pick(candidates, { ...ask, otherThan: new Set(left) }) : undefined;

  const use = (exit: Exit, site: string): Exit => {
    useCount += 1;
    uses.set(exit.fleetKey, useCount);
    uses.set(`${exit.fleetKey} ${site}`, useCount);
    return exit;
  };

  const isWell = (exit: Exit, ask: ExitAsk): boolean => !isSuspended(exit, ask) && !ask.otherThan?.has(exit.key);

  const chooseProxy = (pool: ProxyType, ask: ExitAsk): Exit | undefined => {
    const templates = pools[pool];
    const country = ask.proxyCountry ?? countries[0] ?? DEFAULT_COUNTRY;
    const stickyKeyOf = (sessionId: string): string => `${pool} ${ask.proxyCountry ?? ''} ${sessionId}`;
    const stickyKey = ask.sessionId === undefined ? undefined : stickyKeyOf(ask.sessionId);
    const sticky = stickyKey === undefined ? undefined : stickyExits.get(stickyKey);
    const isKept = sticky !== undefined && now() - sticky.usedAtMs < SESSION_IDLE_MS;
    if (stickyKey !== undefined && isKept && isWell(sticky.exit, ask)) {
      stickyExits.set(stickyKey, { ...sticky, usedAtMs: now() });
      return use(sticky.exit, ask.site);
    }
    const candidates = templates
      .filter(({ hasCountry }) => ask.proxyCountry === undefined || hasCountry)
      .map((template) => ({ template, gatewayKey: template.gatewayKey, key: template.fleetKey(country) }));
    const left = (ask.leftSessions ?? []).flatMap((one) => stickyExits.get(stickyKeyOf(one))?.exit.key ?? []);
    const picked = pickElsewhere(candidates, ask, left) ?? pick(candidates, ask);
    if (!picked) return undefined;
    const generation = isKept ? sticky.generation + 1 : 0;
    const token = ask.sessionId === undefined ? newToken() : toToken(digest(`${ask.sessionId} ${generation}`));
    const exit = picked.template.fill(country, token);
    if (stickyKey !== undefined) stickyExits.set(stickyKey, { exit, generation, usedAtMs: now() });
    return use(exit, ask.site);
  };

  const choose = (ask: ExitAsk): Exit | undefined => {
    const pool = ask.proxyType ?? 'datacenter';
    const templates = pools[pool];
    if (refuse(ask)) return undefined;
    const kept = findKept(templates, ask);
    // Its cookies do not leave by another exit, however this one is.
    if (kept) return ask.otherThan?.has(kept.key) ? undefined : use(kept, ask.site);
    if (templates.length === 0) return ask.otherThan ? undefined : DIRECT_EXIT;
    return chooseProxy(pool, ask);
  };

  const templates = [...pools.datacenter, ...pools.residential].map(({ gatewayKey }) => gatewayKey);
  const own = pools.datacenter.length === 0 ? [DIRECT_EXIT.gatewayKey] : [];
  const book = createExitBook({ exits: [...own, ...templates], health, now });

  return { health, book, refuse, choose };
};
