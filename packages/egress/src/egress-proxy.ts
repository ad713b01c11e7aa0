import {
  Agent,
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type RequestOptions,
  type ServerResponse,
} from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import type { Duplex, Readable } from 'node:stream';
import type { Dial, Dialled, DialTarget } from './exits/dial-target.js';
import { ProxyError } from './exits/proxy-error.js';
import { withoutBrackets } from './target/address-ranges.js';
import { portOf } from './target/closed-ports.js';
import { ForbiddenTargetError, type GuardedLookup } from './target/guarded-lookup.js';
import { toNetworkFailure, type NetworkFailure } from './fetch/network-error.js';
import type { TargetRule } from './target/target-rule.js';
import { MAX_PAGE_TIME_MS } from './fetch/time-budget.js';
import { refusalOfProxy } from './exits/refusal-of-proxy.js';

/** Open connections of one page, and bytes that it may receive. */
export const MAX_PAGE_CONNECTIONS = 128;
export const MAX_PAGE_TRAFFIC_BYTES = 200_000_000;
/** Longest wait for a connection, and for the next byte on one. */
export const PROXY_CONNECT_TIMEOUT_MS = 15_000;
export const PROXY_IDLE_TIMEOUT_MS = MAX_PAGE_TIME_MS;

const MAX_RECORDED_FAILURES = 500;
const MAX_SOCKETS_PER_TARGET = 16;
const HOP_BY_HOP = /^(?:connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade)$/i;
const LOOPBACK = '127.0.0.1';

export interface EgressProxy {
  readonly port: number;
  /** Why the target of `url` could not be reached, if this proxy knows. */
  failureOf(url: string): NetworkFailure | undefined;
  /** True once the page received more than it may. */
  isOverTraffic(): boolean;
  close(): Promise<void>;
}

export interface EgressProxyOptions {
  readonly rule: TargetRule;
  readonly lookup: GuardedLookup;
  /** Connects through the exit's proxy; absent: targets are dialled directly. */
  readonly dial?: Dial | undefined;
  readonly maxConnections?: number;
  readonly maxTrafficBytes?: number;
  readonly connectTimeoutMs?: number;
}

interface Target {
  readonly hostname: string;
  readonly port: number;
}

/** The target as the URL parser spells it; throws if the rule refuses it as written. */
const readTarget = (url: URL, rule: TargetRule): Target => {
  if (!rule.judgeUrl(url).isAllowed) throw new ForbiddenTargetError('The target may not be fetched.');
  return { hostname: withoutBrackets(url.hostname), port: portOf(url) };
};

const targetKey = (url: URL): string => `${url.hostname}:${portOf(url)}`;

const forwardedHeaders = (rawHeaders: readonly string[]): string[] => {
  const kept: string[] = [];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const [name = '', value = ''] = rawHeaders.slice(at, at + 2);
    if (!HOP_BY_HOP.test(name)) kept.push(name, value);
  }
  return kept;
};

const connectTimeout = (): Error => Object.assign(new Error('No connection in time.'), { code: 'ETIMEDOUT' });

const limitConnecting = (socket: Socket, { connectTimeoutMs = PROXY_CONNECT_TIMEOUT_MS }: EgressProxyOptions) => {
  if (!socket.connecting) return;
  const timer = setTimeout(() => socket.destroy(connectTimeout()), connectTimeoutMs);
  const end = () => clearTimeout(timer);
  socket.once('connect', end).once('close', end);
};

/** Sockets, traffic and failures of one proxy. */
class PageTraffic {
  readonly sockets = new Set<Duplex>();
  private readonly failures = new Map<string, NetworkFailure>();
  private receivedBytes = 0;

  constructor(private readonly maxBytes: number) {}

  get isOver(): boolean {
    return this.receivedBytes > this.maxBytes;
  }

  own<S extends Duplex>(socket: S): S {
    if (this.sockets.has(socket)) return socket;
    this.sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('close', () => this.sockets.delete(socket));
    return socket;
  }

  count(stream: Readable): void {
    stream.on('data', (chunk: Buffer) => {
      this.receivedBytes += chunk.byteLength;
      if (this.isOver) this.cut();
    });
  }

  cut(): void {
    for (const socket of this.sockets) socket.destroy();
  }

  recordFailure(key: string, error: unknown): void {
    if (this.failures.size < MAX_RECORDED_FAILURES) this.failures.set(key, toNetworkFailure(error));
  }

  clearFailure(key: string): void {
    this.failures.delete(key);
  }

  failureOf(key: string): NetworkFailure | undefined {
    return this.failures.get(key);
  }
}

const urlOfConnect = (request: IncomingMessage): URL => new URL(`http://${request.url ?? ''}/`);

/** Dials the target through the exit's proxy; gives up when the page closes its side. */
const dialFor = async (dial: Dial, target: DialTarget, client: Duplex | ServerResponse): Promise<Dialled> => {
  const gone = new AbortController();
  const giveUp = () => gone.abort();
  client.once('close', giveUp);
  try {
    return await dial(target, gone.signal);
  } finally {
    client.off('close', giveUp);
  }
};

const join = (traffic: PageTraffic, client: Duplex, upstream: Socket) => {
  upstream.setTimeout(PROXY_IDLE_TIMEOUT_MS, () => upstream.destroy());
  client.write('HTTP/1.1 200 Connection established\r\n\r\n');
  traffic.count(upstream);
  upstream.pipe(client).pipe(upstream);
};

const openTunnel = (options: EgressProxyOptions, traffic: PageTraffic, request: IncomingMessage, client: Duplex) => {
  traffic.own(client);
  let key = request.url ?? '';
  const fail = (error: unknown) => {
    traffic.recordFailure(key, error);
    client.end('HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n');
  };
  try {
    const url = urlOfConnect(request);
    // URLs omit the default port; CONNECT always names it.
    key = targetKey(url);
    const { hostname, port } = readTarget(url, options.rule);
    const { dial } = options;
    if (dial) {
      const dialling = dialFor(dial, { hostname, port, isTunnelled: true }, client);
      dialling.then(({ socket }) => {
        traffic.own(socket);
        socket.once('close', () => client.destroy());
        client.once('close', () => socket.destroy());
        if (client.destroyed) return socket.destroy();
        traffic.clearFailure(key);
        return join(traffic, client, socket);
      }, fail);
      return;
    }
    const upstream = traffic.own(
      connect({ host: hostname, port, lookup: options.lookup.forPort(port), noDelay: true }),
    );
    limitConnecting(upstream, options);
    upstream.once('error', fail);
    upstream.once('connect', () => {
      upstream.off('error', fail);
      traffic.clearFailure(key);
      join(traffic, client, upstream);
    });
    upstream.once('close', () => client.destroy());
    client.once('close', () => upstream.destroy());
  } catch (error) {
    fail(error);
  }
};

interface ForwardContext extends EgressProxyOptions {
  readonly traffic: PageTraffic;
  readonly agent: Agent;
}

const relayAnswer = (traffic: PageTraffic, upstream: IncomingMessage, response: ServerResponse) => {
  try {
    response.writeHead(upstream.statusCode ?? 502, upstream.statusMessage, forwardedHeaders(upstream.rawHeaders));
  } catch {
    upstream.destroy();
    response.destroy();
    return;
  }
  traffic.count(upstream);
  upstream.once('error', () => response.destroy());
  upstream.once('aborted', () => response.destroy());
  upstream.pipe(response);
};

type Way = Pick<RequestOptions, 'host' | 'port' | 'lookup' | 'agent' | 'createConnection'>;

interface Outgoing {
  readonly way: Way;
  readonly path: string;
  readonly headers: readonly string[];
  readonly isForwarded: boolean;
}

const directWay = ({ lookup, agent }: ForwardContext, { hostname, port }: Target): Way => ({
  host: hostname,
  port,
  lookup: lookup.forPort(port),
  agent,
});

const prepare = async (
  context: ForwardContext,
  { url, target }: { readonly url: URL; readonly target: Target },
  request: IncomingMessage,
  response: ServerResponse,
): Promise<Outgoing> => {
  const headers = forwardedHeaders(request.rawHeaders);
  const path = `${url.pathname}${url.search}`;
  if (!context.dial) return { way: directWay(context, target), path, headers, isForwarded: false };
  const { hostname, port } = target;
  const dialled = await dialFor(context.dial, { hostname, port, isTunnelled: false }, response);
  const socket = context.traffic.own(dialled.socket);
  const way = { createConnection: () => socket };
  if (!dialled.forwarding) return { way, path, headers, isForwarded: false };
  const bare = `${url.origin}${path}`;
  return { way, path: bare, headers: [...headers, ...Object.entries(dialled.forwarding).flat()], isForwarded: true };
};

const forward = async (context: ForwardContext, request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const { traffic, rule } = context;
  let key = '';
  const fail = (error: unknown) => {
    traffic.recordFailure(key, error);
    response.destroy();
  };
  try {
    const url = new URL(request.url ?? '');
    key = targetKey(url);
    const target = readTarget(url, rule);
    const { way, path, headers, isForwarded } = await prepare(context, { url, target }, request, response);
    if (response.destroyed) return;
    const upstream = httpRequest({ ...way, method: request.method, path, headers });
    upstream.once('socket', (socket: Socket) => limitConnecting(traffic.own(socket), context));
    upstream.setTimeout(PROXY_IDLE_TIMEOUT_MS, () => upstream.destroy(connectTimeout()));
    upstream.once('error', fail);
    upstream.once('response', (answer) => {
      const refusal = isForwarded ? refusalOfProxy(answer) : undefined;
      if (refusal) return fail(new ProxyError(refusal));
      traffic.clearFailure(key);
      return relayAnswer(traffic, answer, response);
    });
    response.once('close', () => upstream.destroy());
    request.pipe(upstream);
  } catch (error) {
    fail(error);
  }
};

/**
 * A proxy on a loopback port for one page: every target is judged when it is dialled, and dialled as judged.
 * Chromium has no other way to the network.
 */
export const startEgressProxy = async (options: EgressProxyOptions): Promise<EgressProxy> => {
  const traffic = new PageTraffic(options.maxTrafficBytes ?? MAX_PAGE_TRAFFIC_BYTES);
  const agent = new Agent({ keepAlive: true, maxSockets: MAX_SOCKETS_PER_TARGET });
  const server = createServer((request, response) => void forward({ ...options, traffic, agent }, request, response));
  server.maxConnections = options.maxConnections ?? MAX_PAGE_CONNECTIONS;
  server.on('connection', (socket) => traffic.own(socket));
  server.on('connect', (request, client) => openTunnel(options, traffic, request, client));
  server.on('clientError', (_error, client) => client.destroy());
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, LOOPBACK, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    failureOf: (url) => {
      const parsed = URL.parse(url);
      return parsed ? traffic.failureOf(targetKey(parsed)) : undefined;
    },
    isOverTraffic: () => traffic.isOver,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        agent.destroy();
        traffic.cut();
      }),
  };
};
