import { isIP, type Socket } from 'node:net';
import type { SecureContext } from 'node:tls';
import { LRUCache } from 'lru-cache';
import { isGlobalAddress, parseAddress } from '../target/address-ranges.js';
import { ForbiddenTargetError, type GuardedLookup } from '../target/guarded-lookup.js';
import type { TargetRule } from '../target/target-rule.js';
import type { Exit, ProxyAddress } from './exit.js';
import { basicCredentials, connectByHttp, type TunnelEnd } from './http-connect.js';
import { openProxy } from './open-proxy.js';
import { converse } from './proxy-conversation.js';
import { ProxyError } from './proxy-error.js';
import { connectBySocks } from './socks-connect.js';
import { trustRoots } from './trusted-roots.js';
import { untilAborted } from '../wait.js';

/** Longest wait for a connection to a proxy, and for each of its responses while the tunnel is set up. */
export const EXIT_CONNECT_TIMEOUT_MS = 10_000;
export const EXIT_ANSWER_TIMEOUT_MS = 30_000;
/** Addresses of one target that are tried through a proxy. */
export const MAX_PROXIED_ADDRESSES = 2;
/** How long it is remembered that a proxy takes names but no addresses. */
export const BY_NAME_MEMORY_MS = 600_000;

const MAX_NAME_PROXIES = 1_000;

export interface DialTarget {
  /** Without brackets; judged as written. */
  readonly hostname: string;
  readonly port: number;
  /** A tunnel is required; a plain request may also be forwarded as a whole by an HTTP proxy. */
  readonly isTunnelled: boolean;
}

export interface Dialled {
  readonly socket: Socket;
  /** Present if the connection ends at the proxy: requests then name the whole URL and carry these headers. */
  readonly forwarding?: Readonly<Record<string, string>>;
}

/** Connects to targets through one exit. Rejects with ProxyError, ForbiddenTargetError or a DNS error. */
export type Dial = (target: DialTarget, signal?: AbortSignal) => Promise<Dialled>;

export interface DiallerOptions {
  readonly rule: TargetRule;
  readonly lookup: GuardedLookup;
  readonly certificateAuthorities?: readonly string[] | undefined;
  readonly connectTimeoutMs?: number | undefined;
  readonly answerTimeoutMs?: number | undefined;
}

export interface Dialler {
  /** Undefined for the direct exit, which needs no dialler. */
  through(exit: Exit | undefined): Dial | undefined;
}

interface Attempt {
  readonly exit: Exit;
  readonly proxy: ProxyAddress;
  readonly target: DialTarget;
  readonly signal: AbortSignal | undefined;
}

const isRefusal = (error: unknown): boolean => error instanceof ProxyError && error.reason === 'proxy_refused_target';
const isUnreachable = (error: unknown): boolean =>
  error instanceof ProxyError && error.reason === 'unreachable_via_proxy';

/** A proxy at a public address does not see this deployment's network. One nearby may see it, so the operator must allow it to resolve names. */
const mayResolveName = (proxy: ProxyAddress, remoteAddress: string | undefined): boolean => {
  const address = parseAddress(remoteAddress ?? '');
  return proxy.mayResolve || (address !== undefined && isGlobalAddress(address));
};

class ExitDialler {
  private readonly byName = new LRUCache<string, true>({ max: MAX_NAME_PROXIES, ttl: BY_NAME_MEMORY_MS });
  private readonly trust: SecureContext | undefined;

  constructor(private readonly options: DiallerOptions) {
    this.trust = trustRoots(options.certificateAuthorities);
  }

  async dial(attempt: Attempt): Promise<Dialled> {
    const { exit, target, signal } = attempt;
    const resolving = this.resolve(target);
    const addresses = await (signal ? untilAborted(resolving, signal) : resolving);
    if (!addresses) throw Object.assign(new Error('The caller has gone.'), { code: 'ECONNABORTED' });
    const proxyKey = `${exit.gatewayKey} ${target.isTunnelled} ${target.port}`;
    const isName = isIP(target.hostname) === 0;
    if (isName && this.byName.get(proxyKey)) return this.dialName(attempt);
    try {
      return await this.dialAddresses(attempt, addresses);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      const dialled = await this.dialName(attempt);
      // Whether a proxy takes literal targets says nothing about names.
      if (isName) this.byName.set(proxyKey, true);
      return dialled;
    }
  }

  /** The target's allowed addresses as resolved here, IPv4 first: every proxy supports it. */
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
        if (!isUnreachable(error)) throw error;
        last = error;
      }
    }
    throw last;
  }

  /** The name was judged here; the proxy resolves it again. */
  private async dialName(attempt: Attempt): Promise<Dialled> {
    const { proxy, target } = attempt;
    const isPinned = isIP(target.hostname) !== 0;
    const isForwarded = !target.isTunnelled && proxy.scheme !== 'socks5';
    if (isPinned && !isForwarded) throw new ProxyError('proxy_refused_target');
    const socket = await this.open(attempt);
    try {
      if (!isPinned && !mayResolveName(proxy, socket.remoteAddress)) throw new ProxyError('proxy_refused_target');
      if (isForwarded) {
        const credentials = basicCredentials(proxy);
        return { socket, forwarding: credentials ? { 'proxy-authorization': credentials } : {} };
      }
      await this.handshake(attempt, socket, { host: target.hostname, port: target.port });
      return { socket };
    } catch (error) {
      socket.destroy();
      throw error;
    }
  }

  private async tunnel(attempt: Attempt, end: TunnelEnd): Promise<Dialled> {
    const socket = await this.open(attempt);
    try {
      await this.handshake(attempt, socket, end);
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

  private async handshake({ proxy, signal }: Attempt, socket: Socket, end: TunnelEnd): Promise<void> {
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
 * Connects through proxies by the target's judged address. If a proxy takes no addresses, by the judged name, provided that the
 * proxy is at a public address or the operator declared that it refuses private addresses itself.
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
