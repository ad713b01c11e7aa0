import { request as requestHttp1, type IncomingMessage } from 'node:http';
import { connect as connectHttp2, type ClientHttp2Session, type ClientHttp2Stream } from 'node:http2';
import { isIP, type Socket } from 'node:net';
import { once } from 'node:events';
import { connect as connectTls, type SecureContext, type TLSSocket } from 'node:tls';
import { failed, readAnswer, type HopResult } from '../http/hop-answer.js';
import { HOP_TIMEOUTS_MS, MAX_HEADER_BYTES } from '../http/hop-limits.js';
import { toNetworkFailure } from '../fetch/network-error.js';
import type { HeaderList } from '../http/request-headers.js';
import { withoutBrackets } from '../target/address-ranges.js';
import { portOf } from '../target/closed-ports.js';
import type { Dial, Dialled } from './dial-target.js';
import { ProxyError } from './proxy-error.js';
import { refusalOfProxy } from './refusal-of-proxy.js';

export interface ExitHopRequest {
  readonly url: URL;
  readonly headers: HeaderList;
  /** Sent by POST; absent: GET. */
  readonly form?: string | undefined;
  readonly signal: AbortSignal;
  readonly maxBodyBytes: number;
}

/** Not used in HTTP/2, or named otherwise. */
const HTTP1_ONLY = new Set(['host', 'connection']);

const lateError = (): Error => Object.assign(new Error('No connection in time.'), { code: 'ETIMEDOUT' });
const droppedError = (): Error => Object.assign(new Error('The connection ended.'), { code: 'ECONNRESET' });

/** Starts TLS with the target under its own name, whatever address or name the proxy dialled. */
const secure = (socket: Socket, url: URL, trust: SecureContext | undefined): Promise<TLSSocket> =>
  new Promise((resolve, reject) => {
    const host = withoutBrackets(url.hostname);
    const secured = connectTls({
      socket,
      host,
      ALPNProtocols: ['h2', 'http/1.1'],
      servername: isIP(host) === 0 ? host : undefined,
      secureContext: trust,
    });
    const end = (settle: () => void) => {
      clearTimeout(timer);
      socket.off('close', drop);
      secured
        .off('close', drop)
        .off('error', fail)
        .on('error', () => undefined);
      settle();
    };
    const fail = (error: Error) =>
      end(() => {
        secured.destroy();
        reject(error);
      });
    // Either socket may end without an error.
    const drop = () => fail(droppedError());
    const timer = setTimeout(() => fail(lateError()), HOP_TIMEOUTS_MS.secureConnect);
    secured.once('secureConnect', () => end(() => resolve(secured)));
    secured.once('error', fail).once('close', drop);
    socket.once('close', drop);
  });

const withoutCredentials = (url: URL): string => {
  const bare = new URL(url);
  bare.username = '';
  bare.password = '';
  bare.hash = '';
  return bare.href;
};

const sendHttp1 = async ({ socket, forwarding }: Dialled, request: ExitHopRequest): Promise<HopResult> => {
  const { url, headers, form, maxBodyBytes } = request;
  const outgoing = requestHttp1({
    createConnection: () => socket,
    method: form === undefined ? 'GET' : 'POST',
    path: forwarding ? withoutCredentials(url) : `${url.pathname}${url.search}`,
    headers: { ...headers, ...forwarding },
    setHost: false,
    maxHeaderSize: MAX_HEADER_BYTES,
  });
  outgoing.end(form);
  // If the server switches protocols there is neither a response nor an error.
  const closed = once(outgoing, 'close').then(() => Promise.reject(droppedError()));
  closed.catch(() => undefined);
  // safe because a `response` event carries the response alone
  const [response] = (await Promise.race([once(outgoing, 'response'), closed])) as [IncomingMessage];
  outgoing.on('error', () => undefined);
  const refusal = forwarding && refusalOfProxy(response);
  if (refusal) throw new ProxyError(refusal);
  const { statusCode = 0, statusMessage } = response;
  return readAnswer({ statusCode, statusMessage, headers: response.headers, body: response }, maxBodyBytes);
};

const readWhole = async function* (stream: ClientHttp2Stream): AsyncIterable<Buffer> {
  yield* stream as AsyncIterable<Buffer>;
  // A broken connection ends the stream without an error.
  if (stream.aborted || stream.rstCode !== 0) throw droppedError();
};

const openHttp2 = (socket: TLSSocket, url: URL): ClientHttp2Session => {
  const session = connectHttp2(url.origin, {
    createConnection: () => socket,
    settings: { enablePush: false, maxHeaderListSize: MAX_HEADER_BYTES },
  });
  return session.on('error', () => undefined);
};

const sendHttp2 = async (session: ClientHttp2Session, request: ExitHopRequest): Promise<HopResult> => {
  const { url, headers, form, maxBodyBytes } = request;
  const sent = Object.fromEntries(Object.entries(headers).filter(([name]) => !HTTP1_ONLY.has(name)));
  const stream = session.request({
    ':method': form === undefined ? 'GET' : 'POST',
    ':authority': headers['host'] ?? url.host,
    ':scheme': 'https',
    ':path': `${url.pathname}${url.search}`,
    ...sent,
  });
  if (form !== undefined) stream.end(form);
  const closed = once(stream, 'close').then(() => Promise.reject(droppedError()));
  closed.catch(() => undefined);
  // safe because the first argument of `response` is the header block
  const [answer] = (await Promise.race([once(stream, 'response'), closed])) as [Record<string, string>];
  stream.on('error', () => undefined);
  const statusCode = Number(answer[':status'] ?? 0);
  return readAnswer({ statusCode, statusMessage: undefined, headers: answer, body: readWhole(stream) }, maxBodyBytes);
};

const converse = async (dialled: Dialled, request: ExitHopRequest, trust: SecureContext | undefined) => {
  const { url } = request;
  if (url.protocol !== 'https:') return sendHttp1(dialled, request);
  const secured = await secure(dialled.socket, url, trust);
  if (secured.alpnProtocol !== 'h2') return sendHttp1({ socket: secured }, request);
  const session = openHttp2(secured, url);
  try {
    return await sendHttp2(session, request);
  } finally {
    session.destroy();
  }
};

/** One request through a proxy on its own connection, by HTTP/2 if the target offers it. Never rejects. */
export const sendThroughExit = async (
  request: ExitHopRequest,
  dial: Dial,
  trust: SecureContext | undefined,
): Promise<HopResult> => {
  const { url, signal } = request;
  let socket: Socket | undefined;
  const hangUp = () => socket?.destroy();
  signal.addEventListener('abort', hangUp, { once: true });
  try {
    const hostname = withoutBrackets(url.hostname);
    const dialled = await dial({ hostname, port: portOf(url), isTunnelled: url.protocol === 'https:' }, signal);
    ({ socket } = dialled);
    if (signal.aborted) throw droppedError();
    return await converse(dialled, request, trust);
  } catch (error) {
    return failed(toNetworkFailure(error));
  } finally {
    signal.removeEventListener('abort', hangUp);
    socket?.destroy();
  }
};
