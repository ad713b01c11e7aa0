import { isIP, type Socket } from 'node:net';
import type { SecureContext } from 'node:tls';
import { isGlobalAddress, parseAddress } from '../target/address-ranges.js';
import { ForbiddenTargetError, type GuardedLookup } from '../target/guarded-lookup.js';
import type { TargetRule } from '../target/target-rule.js';
import { BoundedMap } from './bounded-map.js';
import type { Exit, ProxyAddress } from './exit.js';
import { basicCredentials, connectByHttp, type TunnelEnd } from './http-connect.js';
import { openProxy } from './open-proxy.js';
import { converse } from './proxy-conversation.js';
import { ProxyError } from './proxy-error.js';
import { connectBySocks } from './socks-connect.js';
import { trustRoots } from './trusted-roots.js';

/** Longest wait for a connection to a proxy, and for each of its answers before the tunnel stands. */
export const EXIT_CONNECT_TIMEOUT_MS = 10_000;
export const EXIT_ANSWER_TIMEOUT_MS = 30_000;
/** Addresses of one target that a proxy is asked for. */
export const MAX_PROXIED_ADDRESSES = 2;
/** For so long a proxy that took no address is asked by name at once. */
export const BY_NAME_MEMORY_MS = 600_000;

const MAX_HABITS = 1_000;

export interface DialTarget {
  /** Without brackets; judged as written. */
  readonly hostname: string;
  readonly port: number;
  /** Only a tunnel will do; a plain request may also be handed to an HTTP proxy as a whole. */
  readonly isTunnelled: boolean;
}

export interface Dialled {
  readonly socket: Socket;
  /** Present where the connection ends at the proxy: requests name the whole URL and carry these headers. */
  readonly forwarding?: Readonly<Record<string, string>>;
}

/** A way to targets through one exit. Rejects with ProxyError, ForbiddenTargetError or a DNS error. */
export type Dial = (target: DialTarget, signal?: AbortSignal) => Promise<Dialled>;

export interface DiallerOptions {
  readonly rule: TargetRule;
  readonly lookup: GuardedLookup;
  readonly certificateAuthorities?: readonly string[] | undefined;
  readonly connectTimeoutMs?: number | undefined;
  readonly answerTimeoutMs?: number | undefined;
}

export interface Dialler {
  /** Undefined for the direct exit, which dials by itself. */
  through(exit: Exit | undefined): Dial | undefined;
}

interface Attempt {
  readonly exit: Exit;
  readonly proxy: ProxyAddress;
  readonly target: DialTarget;
  readonly signal: AbortSignal | undefined;
}

const isRefusal = (error: unknown): boolean => error instanceof ProxyError && error.reason === 'proxy_refused_target';
const isPast = (error: unknown): boolean => error instanceof ProxyError && error.reason === 'unreachable_via_proxy';

/** A proxy elsewhere does not see this deployment's own network; one nearby may, and must be told that it may resolve. */
const mayName = (proxy: ProxyAddress, remoteAddress: string | undefined): boolean => {
  const address = parseAddress(remoteAddress ?? '');
  return proxy.mayResolve || (address !== undefined && isGlobalAddress(address));
};

/** Ends with the work, or at once when nobody waits for it any more. */
const unlessGone = async <T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> => {
  const { promise, reject } = Promise.withResolvers<never>();
  const leave = () => reject(Object.assign(new Error('Nobody waits any more.'), { code: 'ECONNABORTED' }));
  if (signal?.aborted) leave();
  signal?.addEventListener('abort', leave, { once: true });
  try {
    return await Promise.race([work, promise]);
  } finally {
    signal?.removeEventListener('abort', leave);
  }
};

class ExitDialler {
  private readonly byName = new BoundedMap<number>(MAX_HABITS);
  private readonly trust: SecureContext | undefined;

  constructor(private readonly options: DiallerOptions) {
    this.trust = trustRoots(options.certificateAuthorities);
  }

  async dial(attempt: Attempt): Promise<Dialled> {
    const { exit, target } = attempt;
    const addresses = await unlessGone(this.resolve(target), attempt.signal);
    const habit = `${exit.gatewayKey} ${target.isTunnelled} ${target.port}`;
    const isName = isIP(target.hostname) === 0;
    if (isName && (this.byName.get(habit) ?? 0) > Date.now()) return this.dialName(attempt);
    try {
      return await this.dialAddresses(attempt, addresses);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      const dialled = await this.dialName(attempt);
      // What a proxy does with an address tells nothing about names.
      if (isName) this.byName.set(habit, Date.now() + BY_NAME_MEMORY_MS);
      return dialled;
    }
  }

  /** What the target's name stands for here, judged; IPv4 first, which every proxy speaks. */
  private async resolve({ hostname, port }: DialTarget): Promise<readonly string[]> {
    if (isIP(hostname) !== 0) {
      const { isAllowed } = this.options.rule.judgeAddress(hostname, port, hostname);
      if (!isAllowed) throw new ForbiddenTargetError('The target has no address that may be fetched.');
      return [hostname];
    }
    const found = await this.options.lookup.resolve(hostname, port);
    const ordered = found.toSorted((left, right) => left.family - right.family);
    return ordered.slice(0, MAX_PROXIED_ADDRESSES).map(({ address }) => address);
  }

  private async dialAddresses(attempt: Attempt, addresses: readonly string[]): Promise<Dialled> {
    let last: unknown = new ProxyError('unreachable_via_proxy');
    for (const host of addresses) {
      try {
        return await this.tunnel(attempt, { host, port: attempt.target.port });
      } catch (error) {
        if (!isPast(error)) throw error;
        last = error;
      }
    }
    throw last;
  }

  /** The name was judged; the proxy resolves it once more by itself. */
  private async dialName(attempt: Attempt): Promise<Dialled> {
    const { proxy, target } = attempt;
    const isPinned = isIP(target.hostname) !== 0;
    const isForwarded = !target.isTunnelled && proxy.scheme !== 'socks5';
    if (isPinned && !isForwarded) throw new ProxyError('proxy_refused_target');
    const socket = await this.open(attempt);
    try {
      if (!isPinned && !mayName(proxy, socket.remoteAddress)) throw new ProxyError('proxy_refused_target');
      if (isForwarded) {
        const credentials = basicCredentials(proxy);
        return { socket, forwarding: credentials ? { 'proxy-authorization': credentials } : {} };
      }
      await this.shake(attempt, socket, { host: target.hostname, port: target.port });
      return { socket };
    } catch (error) {
      socket.destroy();
      throw error;
    }
  }

  private async tunnel(attempt: Attempt, end: TunnelEnd): Promise<Dialled> {
    const socket = await this.open(attempt);
    try {
      await this.shake(attempt, socket, end);
      return { socket };
    } catch (error) {
      socket.destroy();
      throw error;
    }
  }

  private open({ proxy, signal }: Attempt): Promise<Socket> {
    const connectMs = this.options.connectTimeoutMs ?? EXIT_CONNECT_TIMEOUT_MS;
    return openProxy({ proxy, connectMs, trust: this.trust, signal });
  }

  private async shake({ proxy, signal }: Attempt, socket: Socket, end: TunnelEnd): Promise<void> {
    const talk = converse(socket, this.options.answerTimeoutMs ?? EXIT_ANSWER_TIMEOUT_MS);
    const hangUp = () => socket.destroy();
    signal?.addEventListener('abort', hangUp, { once: true });
    try {
      await (proxy.scheme === 'socks5' ? connectBySocks(talk, proxy, end) : connectByHttp(talk, proxy, end));
    } finally {
      signal?.removeEventListener('abort', hangUp);
    }
  }
}

/**
 * Connects through proxies by the judged address of the target. Where a proxy takes none, by the judged name, if that
 * proxy is elsewhere or was declared to keep private addresses out itself.
 */
export const createDialler = (options: DiallerOptions): Dialler => {
  const dialler = new ExitDialler(options);
  return {
    through: (exit) => {
      const proxy = exit?.proxy;
      if (!exit || !proxy) return undefined;
      return (target, signal) => dialler.dial({ exit, proxy, target, signal });
    },
  };
};
