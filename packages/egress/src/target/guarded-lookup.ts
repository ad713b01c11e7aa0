import { lookup as systemLookup } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import pTimeout from 'p-timeout';
import type { TargetRule } from './target-rule.js';

export interface ResolvedAddress {
  readonly address: string;
  readonly family: number;
}

/** Name to addresses. Rejects with a Node DNS error code. */
export type Resolver = (hostname: string) => Promise<readonly ResolvedAddress[]>;

/** Longest wait for the addresses of a name. */
export const DNS_TIMEOUT_MS = 10_000;
/** Failures take at least so long: the speed of this network's resolver must not reveal to pages and callers which names it knows. */
export const FAILED_NAME_MS = 100;
/** Most addresses of one name that are tried. */
export const MAX_ADDRESSES = 16;

const MAX_CACHED_PORTS = 256;

/** The target is written as an address that this deployment must not reach. */
export class ForbiddenTargetError extends Error {
  override readonly name = 'ForbiddenTargetError';
  readonly code = 'ERR_TARGET_FORBIDDEN';
}

/**
 * No address of the name may be dialled. It fails with the code of a name that does not exist, so that callers cannot find out
 * which names this network has.
 */
class NoPublicAddressError extends Error {
  readonly code = 'ENOTFOUND';
}

class DnsTimeoutError extends Error {
  readonly code = 'EAI_AGAIN';
}

export interface GuardedLookup {
  /**
   * Addresses of `hostname` that may be dialled on `port`; never empty. A name with inner addresses is rejected like one that
   * does not exist, and not sooner. Literal addresses are judged too.
   */
  resolve(hostname: string, port: number): Promise<readonly ResolvedAddress[]>;
  /** The same as a lookup function for sockets to `port`; the same function for the same port, so that connections are reused. */
  forPort(port: number): LookupFunction;
}

const resolveBySystem: Resolver = (hostname) => systemLookup(hostname, { all: true });

export interface GuardedLookupOptions {
  readonly rule: TargetRule;
  readonly resolver?: Resolver | undefined;
  readonly timeoutMs?: number | undefined;
  /** Default: `FAILED_NAME_MS` with the system's resolver, else 0. */
  readonly failedNameMs?: number | undefined;
}

/** Resolves names and returns only addresses that may be dialled, so that what is dialled is what was judged. */
export const createGuardedLookup = (options: GuardedLookupOptions): GuardedLookup => {
  const { rule, resolver = resolveBySystem, timeoutMs = DNS_TIMEOUT_MS } = options;
  const { failedNameMs = resolver === resolveBySystem ? FAILED_NAME_MS : 0 } = options;

  const find = async (hostname: string, port: number): Promise<readonly ResolvedAddress[]> => {
    const message = new DnsTimeoutError('The name was not resolved in time.');
    const found = await pTimeout(resolver(hostname), { milliseconds: timeoutMs, message });
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

  const byPort = new LRUCache<number, LookupFunction>({ max: MAX_CACHED_PORTS, memoMethod: createLookup });
  return { resolve, forPort: (port) => byPort.memo(port) };
};
