import { lookup as systemLookup } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { TargetRule } from './target-rule.js';

export interface ResolvedAddress {
  readonly address: string;
  readonly family: number;
}

/** Name to addresses. Rejects with a Node DNS error code. */
export type Resolver = (hostname: string) => Promise<readonly ResolvedAddress[]>;

/** Longest wait for a name. */
export const DNS_TIMEOUT_MS = 10_000;
/** No name fails sooner: how fast this network's own resolver knows one is not for pages and callers to measure. */
export const FAILED_NAME_MS = 100;
/** Addresses of one name that are tried. */
export const MAX_ADDRESSES = 16;

const MAX_CACHED_PORTS = 256;

/** The target's address, as written, is one this deployment must not reach. */
export class ForbiddenTargetError extends Error {
  override readonly name = 'ForbiddenTargetError';
  readonly code = 'ERR_TARGET_FORBIDDEN';
}

/**
 * No address of a name may be dialled. To everybody outside this is a name that does not exist, so it fails as one, by the
 * same code: else whoever may ask us could tell which names this network has.
 */
class NoPublicAddressError extends Error {
  readonly code = 'ENOTFOUND';
}

class DnsTimeoutError extends Error {
  readonly code = 'EAI_AGAIN';
}

export interface GuardedLookup {
  /**
   * Addresses of `hostname` that may be dialled on `port`; never empty. A name that leads inward is rejected as one that does
   * not exist, and no sooner. Literals are judged too.
   */
  resolve(hostname: string, port: number): Promise<readonly ResolvedAddress[]>;
  /** The same as a lookup for sockets to `port`; equal ports give the same function, so that connections are reused. */
  forPort(port: number): LookupFunction;
}

const resolveBySystem: Resolver = (hostname) => systemLookup(hostname, { all: true });

const withTimeout = async <T>(work: Promise<T>, timeoutMs: number): Promise<T> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new DnsTimeoutError('The name was not resolved in time.')), timeoutMs);
    timer.unref();
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
};

export interface GuardedLookupOptions {
  readonly rule: TargetRule;
  readonly resolver?: Resolver | undefined;
  readonly timeoutMs?: number | undefined;
  /** Default: `FAILED_NAME_MS` where the system resolves. */
  readonly failedNameMs?: number | undefined;
}

/** Resolves, judges every address, and hands out only those that may be dialled: what was judged is what is dialled. */
export const createGuardedLookup = (options: GuardedLookupOptions): GuardedLookup => {
  const { rule, resolver = resolveBySystem, timeoutMs = DNS_TIMEOUT_MS } = options;
  const byPort = new Map<number, LookupFunction>();

  const { failedNameMs = resolver === resolveBySystem ? FAILED_NAME_MS : 0 } = options;

  const find = async (hostname: string, port: number): Promise<readonly ResolvedAddress[]> => {
    const found = await withTimeout(resolver(hostname), timeoutMs);
    const allowed = found.filter(({ address }) => rule.judgeAddress(address, port, hostname).isAllowed);
    if (allowed.length > 0) return allowed.slice(0, MAX_ADDRESSES);
    if (isIP(hostname) === 0) throw new NoPublicAddressError('The name has no address that may be fetched.');
    throw new ForbiddenTargetError('The target has no address that may be fetched.');
  };

  const resolve = async (hostname: string, port: number): Promise<readonly ResolvedAddress[]> => {
    const notBefore = performance.now() + failedNameMs;
    try {
      return await find(hostname, port);
    } catch (error) {
      const leftMs = notBefore - performance.now();
      if (leftMs > 0) await pause(leftMs);
      throw error;
    }
  };

  const createLookup =
    (port: number): LookupFunction =>
    (hostname, { all, family }, callback) => {
      resolve(hostname, port).then(
        (addresses) => {
          const wanted = family === 4 || family === 6 ? addresses.filter((one) => one.family === family) : addresses;
          const [first] = wanted;
          if (!first)
            return callback(Object.assign(new Error('No address of this family.'), { code: 'ENOTFOUND' }), '');
          return all
            ? callback(
                null,
                wanted.map((one) => ({ ...one })),
              )
            : callback(null, first.address, first.family);
        },
        (error: unknown) => callback(error as NodeJS.ErrnoException, ''),
      );
    };

  const forPort = (port: number): LookupFunction => {
    const known = byPort.get(port);
    if (known) return known;
    if (byPort.size >= MAX_CACHED_PORTS) byPort.clear();
    const created = createLookup(port);
    byPort.set(port, created);
    return created;
  };

  return { resolve, forPort };
};
