import { readFileSync } from 'node:fs';
import { createSecureServer } from 'node:http2';
import { createServer as createTlsServer } from 'node:https';
import type { LookupFunction } from 'node:net';
import { RequestError, Server as ChainServer } from 'proxy-chain';
import type { ExitSettings } from '../../src/exits/exit-pools.js';
import type { FetcherOptions } from '../../src/fetch/fetcher-options.js';
import { createFetcher } from '../../src/fetch/fetcher.js';
import type { FetchOutcome, FetchRequest } from '../../src/port.js';
import { createTargetRule } from '../../src/target/target-rule.js';
import { toLoopback } from './http-tier-scene.js';
import { createLoopbackScene } from './loopback-scene.js';
import { createSocksServer, type SocksServerOptions } from './socks-server.js';

const fixture = (name: string) => readFileSync(new URL(`../fixtures/${name}`, import.meta.url), 'utf8');
export const tls = { key: fixture('loopback-key.pem'), cert: fixture('loopback-cert.pem') };

export const PASSWORD = 'opensesame-7719';
export const USERNAME = 'ali-baba';
export const WORDS = `<!doctype html><title>A page</title><p>${'Plain words of an ordinary page. '.repeat(20)}</p>`;
/** A challenge page as its header declares it. */
export const BLOCK = { status: 403, headers: { 'cf-mitigated': 'challenge', 'content-type': 'text/html' } };

export interface ProxyAsk {
  readonly hostname: string;
  readonly port: number;
  readonly isForwarded: boolean;
  readonly username: string;
}

export interface ChainOptions {
  readonly scheme?: 'http' | 'https';
  readonly hasCredentials?: boolean;
  /** Status of its refusal, of addresses, of tunnels, or of everything. */
  readonly refuses?: 'addresses' | 'tunnels' | 'all';
  readonly refusalStatus?: number;
}

// safe because the function is called with `all` or without, as sockets do
const lookupLoopback = ((_hostname: string, options: { all?: boolean }, callback: (...said: unknown[]) => void) =>
  options.all
    ? callback(null, [{ address: '127.0.0.1', family: 4 }])
    : callback(null, '127.0.0.1', 4)) as LookupFunction;

const isAddress = (hostname: string): boolean => /^[\d.]+$/.test(hostname);

/** Real proxies and targets on loopback, and fetchers that go through them. */
export const createProxyScene = () => {
  const scene = createLoopbackScene();

  const startChain = async (options: ChainOptions = {}) => {
    const { scheme = 'http', hasCredentials = false, refuses, refusalStatus = 403 } = options;
    const asks: ProxyAsk[] = [];
    const server = new ChainServer({
      port: 0,
      host: '127.0.0.1',
      verbose: false,
      ...(scheme === 'https' ? { serverType: 'https' as const, httpsOptions: tls } : { serverType: 'http' as const }),
      prepareRequestFunction: ({ hostname, port, isHttp, username, password }) => {
        const isRight = !hasCredentials || (username.startsWith(USERNAME) && password === PASSWORD);
        if (!isRight) return { requestAuthentication: true };
        asks.push({ hostname, port, isForwarded: isHttp, username });
        const isRefused =
          refuses === 'all' ||
          (refuses === 'tunnels' && !isHttp) ||
          (refuses === 'addresses' && !isHttp && isAddress(hostname));
        if (isRefused) throw new RequestError('No.', refusalStatus);
        return { dnsLookup: lookupLoopback as never };
      },
    });
    await server.listen();
    scene.onClose(() => server.close(true));
    const user = hasCredentials ? `${USERNAME}:${PASSWORD}@` : '';
    return { template: `${scheme}://${user}127.0.0.1:${server.port}`, port: server.port, asks, server };
  };

  const startSocks = async (options: SocksServerOptions = {}) => {
    const { server, asks } = createSocksServer(options);
    const port = await scene.listen(server);
    const user = options.credentials ? `${options.credentials.username}:${options.credentials.password}@` : '';
    return { template: `socks5://${user}127.0.0.1:${port}`, port, asks };
  };

  /** A target by http, https or HTTP/2, that says which version it was asked in and for which host. */
  const serveTarget = async (kind: 'http' | 'https' | 'h2', body = WORDS) => {
    const hosts: string[] = [];
    const answer = (version: string, host: string) => {
      hosts.push(host);
      return `${body}<p id="version">${version} for ${host}</p>`;
    };
    const type = { 'content-type': 'text/html; charset=utf-8' };
    const server =
      kind === 'http'
        ? undefined
        : kind === 'https'
          ? createTlsServer(tls, (request, response) =>
              response.writeHead(200, type).end(answer(request.httpVersion, request.headers.host ?? '')),
            )
          : createSecureServer({ ...tls, allowHTTP1: true }, (request, response) => {
              response.writeHead(200, type);
              response.end(answer(request.httpVersion, request.authority || (request.headers.host ?? '')));
            });
    const port = server
      ? await scene.listen(server)
      : await scene.serve((request, response) =>
          response.writeHead(200, type).end(answer(request.httpVersion, request.headers.host ?? '')),
        );
    return { port, hosts, url: `${kind === 'http' ? 'http' : 'https'}://shop.target.test:${port}/` };
  };

  const startFetcher = (exits: ExitSettings, options: Partial<FetcherOptions> & { readonly allow?: string[] } = {}) => {
    const { allow = ['127.0.0.1'], ...rest } = options;
    const fetcher = createFetcher({
      rule: createTargetRule({ allow }),
      resolver: toLoopback,
      certificateAuthorities: [tls.cert],
      exits,
      exitTimeouts: { connectTimeoutMs: 2_000, answerTimeoutMs: 2_000 },
      ...rest,
    });
    scene.onClose(() => fetcher.close());
    return (
      url: string,
      request: Partial<FetchRequest> = {},
      signal = new AbortController().signal,
    ): Promise<FetchOutcome> =>
      fetcher.fetch({ url, tier: 'http', purpose: 'page', deadlineAtMs: Date.now() + 25_000, ...request }, signal);
  };

  return { ...scene, startChain, startSocks, serveTarget, startFetcher };
};

/** The whole outcome as text, to look for what must not be in it. */
export const written = (outcome: FetchOutcome): string =>
  JSON.stringify(outcome, (_key, value: unknown) =>
    value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : value,
  );
