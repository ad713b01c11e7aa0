import { readFile } from 'node:fs/promises';
import { connect as connectPlain, type Socket } from 'node:net';
import { join } from 'node:path';
import { connect as connectTls } from 'node:tls';
import { causeOf } from '../error-cause.js';

/** Maximum bytes of the replies, which are few and short. */
export const MAX_REPLY_BYTES = 65_536;
const PROBE_TIMEOUT_MS = 3_000;
const DEFAULT_PORT = 6379;
const REPLY_COUNT = 2;

export type RedisProbe =
  | {
      readonly outcome: 'answered';
      /** Null if the server does not report it. */ readonly evictionPolicy: string | null;
    }
  | { readonly outcome: 'refused'; readonly reason: string };

/** One reply of the wire protocol: a string, an error or a list of strings. */
type Reply =
  | { readonly kind: 'text' | 'error'; readonly text: string }
  | { readonly kind: 'list'; readonly texts: string[] };

const encode = (words: readonly string[]): string =>
  `*${words.length}\r\n${words.map((word) => `$${Buffer.byteLength(word)}\r\n${word}\r\n`).join('')}`;

interface Read {
  readonly reply: Reply;
  readonly end: number;
}

const textOf = (reply: Reply): string => (reply.kind === 'list' ? reply.texts.join(' ') : reply.text);

/** Reads the reply that begins at `start`; null while it is incomplete. */
const readReply = (received: string, start: number): Read | null => {
  const lineEnd = received.indexOf('\r\n', start);
  if (lineEnd === -1) return null;
  const [mark, line] = [received.charAt(start), received.slice(start + 1, lineEnd)];
  const next = lineEnd + 2;
  if (mark === '$') {
    const length = Math.max(Number(line), 0);
    const end = line === '-1' ? next : next + length + 2;
    return received.length < end ? null : { reply: { kind: 'text', text: received.slice(next, next + length) }, end };
  }
  if (mark !== '*') return { reply: { kind: mark === '-' ? 'error' : 'text', text: line }, end: next };
  const texts: string[] = [];
  let end = next;
  for (let index = 0; index < Number(line); index += 1) {
    const item = readReply(received, end);
    if (!item) return null;
    texts.push(textOf(item.reply));
    end = item.end;
  }
  return { reply: { kind: 'list', texts }, end };
};

const readReplies = (received: string, count: number): Reply[] | null => {
  const replies: Reply[] = [];
  let position = 0;
  while (replies.length < count) {
    const read = readReply(received, position);
    if (!read) return null;
    replies.push(read.reply);
    position = read.end;
  }
  return replies;
};

const open = (url: URL): Socket => {
  const address = { host: url.hostname.replace(/^\[|\]$/g, ''), port: Number(url.port || DEFAULT_PORT) };
  return url.protocol === 'rediss:' ? connectTls({ ...address, servername: address.host }) : connectPlain(address);
};

const exchange = (socket: Socket, commands: readonly string[][], timeoutMs: number): Promise<Reply[]> =>
  new Promise((resolve, reject) => {
    let received = '';
    socket.setEncoding('latin1');
    socket.setTimeout(timeoutMs, () => reject(new Error('no response in time')));
    socket.on('error', reject);
    socket.on('close', () => reject(new Error('it closed the connection')));
    socket.on('data', (chunk: string) => {
      received += chunk;
      const replies = readReplies(received, commands.length);
      if (replies) resolve(replies);
      else if (received.length > MAX_REPLY_BYTES) reject(new Error('the response is not that of Redis'));
    });
    socket.write(commands.map(encode).join(''));
  });

/** Sends PING and reads the eviction policy, with the user and password of the URL. Changes nothing. */
export const probeRedis = async (
  address: string,
  { timeoutMs = PROBE_TIMEOUT_MS }: { timeoutMs?: number } = {},
): Promise<RedisProbe> => {
  const url = new URL(address);
  const [user, password] = [decodeURIComponent(url.username), decodeURIComponent(url.password)];
  const login = password === '' ? [] : [['AUTH', ...(user === '' ? [] : [user]), password]];
  const socket = open(url);
  try {
    const replies = await exchange(socket, [...login, ['PING'], ['CONFIG', 'GET', 'maxmemory-policy']], timeoutMs);
    const [ping, policy] = replies.slice(-REPLY_COUNT);
    if (!ping || textOf(ping) !== 'PONG') return { outcome: 'refused', reason: ping ? textOf(ping) : 'no response' };
    return { outcome: 'answered', evictionPolicy: policy?.kind === 'list' ? (policy.texts[1] ?? null) : null };
  } catch (error) {
    return { outcome: 'refused', reason: causeOf(error) };
  } finally {
    socket.destroy();
  }
};

const PORT = /^port (\d{1,5})$/m;
const PASSWORD = /^requirepass (\S+)$/m;

/** URL of the Redis that a fleet started for this data folder, from its configuration file; null if there is none. */
export const ownRedisUrl = async (dataDir: string): Promise<string | null> => {
  const noted = await readFile(join(dataDir, 'redis', 'redis.conf'), 'utf8').catch(() => '');
  const [port, password] = [PORT.exec(noted)?.[1], PASSWORD.exec(noted)?.[1]];
  if (port === undefined || password === undefined) return null;
  return `redis://:${encodeURIComponent(password)}@127.0.0.1:${port}`;
};
