import { createHash, randomBytes } from 'node:crypto';
import type { ProxyType } from '../port.js';
import { BoundedMap } from './bounded-map.js';
import { DIRECT_EXIT, type Exit } from './exit.js';
import { ExitHealth } from './exit-health.js';
import { parseExitTemplate, type ExitTemplate } from './exit-template.js';

/** Sessions whose exit is remembered, and how long an idle one is. */
export const MAX_SESSIONS = 10_000;
export const SESSION_IDLE_MS = 3_600_000;
/** Times of last use that are remembered. */
export const MAX_USES = 20_000;
/** Country of an exit nobody asked a country for, where PROXY_COUNTRIES names none. */
export const DEFAULT_COUNTRY = 'US';

const SESSION_TOKEN_LENGTH = 10;

export interface ExitSettings {
  /** URL templates; without any, datacenter requests leave by the deployment's own address. */
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
  readonly sessionId?: string | undefined;
  /** Only an exit that is well and not among these keys. */
  readonly otherThan?: ReadonlySet<string> | undefined;
  /** Sessions whose exits are not taken for a new one, as long as another is well. */
  readonly leftSessions?: readonly string[] | undefined;
}

export interface ExitPools {
  readonly health: ExitHealth;
  /** Why no exit serves the wish, whatever its health. */
  refuse(wish: ExitWish): ExitRefusal | undefined;
  /** Undefined only with `otherThan`, or where `refuse` says why. */
  choose(ask: ExitAsk): Exit | undefined;
}

export interface ExitPoolsOptions {
  readonly settings?: ExitSettings | undefined;
  readonly now?: (() => number) | undefined;
  readonly newToken?: (() => string) | undefined;
}

interface Stick {
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

/** Lower-case letters and digits: what every provider takes as a session. */
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

/** Which exit a fetch takes: one session stays with one exit, else the least recently used one that is well. */
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
  const sticks = new BoundedMap<Stick>(MAX_SESSIONS);
  const uses = new BoundedMap<number>(MAX_USES);
  let useCount = 0;

  const refuse = (wish: ExitWish) => refuseWish(wish, pools, countries);

  const lastUse = (key: string): number => uses.get(key) ?? 0;
  const isSuspended = (one: Candidate, site: string) => health.suspendedUntilMs(one, site) > now();

  const leastUsed = (list: readonly Candidate[], site: string): Candidate | undefined =>
    list.toSorted(
      (left, right) =>
        lastUse(`${left.key} ${site}`) - lastUse(`${right.key} ${site}`) || lastUse(left.key) - lastUse(right.key),
    )[0];

  /** The same in every worker, so that a session goes on elsewhere. */
  const fixedFor = (list: readonly Candidate[], sessionId: string): Candidate | undefined =>
    list
      .map((one) => ({ one, rank: digest(`${one.key} ${sessionId}`).toString('hex') }))
      .toSorted((left, right) => (left.rank < right.rank ? -1 : 1))[0]?.one;

  const pick = (candidates: readonly Candidate[], ask: ExitAsk): Candidate | undefined => {
    const { site, sessionId, otherThan } = ask;
    const isFresh = ({ template, key }: Candidate) => template.hasSession || !otherThan?.has(key);
    const well = candidates.filter((one) => isFresh(one) && !isSuspended(one, site));
    if (well.length > 0) return sessionId === undefined ? leastUsed(well, site) : fixedFor(well, sessionId);
    if (otherThan) return undefined;
    return candidates.toSorted(
      (left, right) => health.suspendedUntilMs(left, site) - health.suspendedUntilMs(right, site),
    )[0];
  };

  const pickElsewhere = (candidates: readonly Candidate[], ask: ExitAsk, left: string[]): Candidate | undefined =>
    left.length > 0 && !ask.otherThan ? pick(candidates, { ...ask, otherThan: new Set(left) }) : undefined;

  const use = (exit: Exit, site: string): Exit => {
    useCount += 1;
    uses.set(exit.fleetKey, useCount);
    uses.set(`${exit.fleetKey} ${site}`, useCount);
    return exit;
  };

  const isWell = (exit: Exit, { site, otherThan }: ExitAsk): boolean =>
    health.suspendedUntilMs(exit, site) <= now() && !otherThan?.has(exit.key);

  const choose = (ask: ExitAsk): Exit | undefined => {
    const pool = ask.proxyType ?? 'datacenter';
    const templates = pools[pool];
    if (refuse(ask)) return undefined;
    if (templates.length === 0) return ask.otherThan ? undefined : DIRECT_EXIT;
    const country = ask.proxyCountry ?? countries[0] ?? DEFAULT_COUNTRY;
    const stickKeyOf = (sessionId: string): string => `${pool} ${ask.proxyCountry ?? ''} ${sessionId}`;
    const stickKey = ask.sessionId === undefined ? undefined : stickKeyOf(ask.sessionId);
    const stick = stickKey === undefined ? undefined : sticks.get(stickKey);
    const isKept = stick !== undefined && now() - stick.usedAtMs < SESSION_IDLE_MS;
    if (stickKey !== undefined && isKept && isWell(stick.exit, ask)) {
      sticks.set(stickKey, { ...stick, usedAtMs: now() });
      return use(stick.exit, ask.site);
    }
    const candidates = templates
      .filter(({ hasCountry }) => ask.proxyCountry === undefined || hasCountry)
      .map((template) => ({ template, gatewayKey: template.gatewayKey, key: template.fleetKey(country) }));
    const left = (ask.leftSessions ?? []).flatMap((one) => sticks.get(stickKeyOf(one))?.exit.key ?? []);
    const picked = pickElsewhere(candidates, ask, left) ?? pick(candidates, ask);
    if (!picked) return undefined;
    const generation = isKept ? stick.generation + 1 : 0;
    const token = ask.sessionId === undefined ? newToken() : toToken(digest(`${ask.sessionId} ${generation}`));
    const exit = picked.template.fill(country, token);
    if (stickKey !== undefined) sticks.set(stickKey, { exit, generation, usedAtMs: now() });
    return use(exit, ask.site);
  };

  return { health, refuse, choose };
};
