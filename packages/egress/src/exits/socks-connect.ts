import ipaddr from 'ipaddr.js';
import { isIP } from 'node:net';
import type { ProxyAddress } from './exit.js';
import type { TunnelEnd } from './http-connect.js';
import type { ProxyConversation } from './proxy-conversation.js';
import { ProxyError } from './proxy-error.js';

/** RFC 1928 and RFC 1929. */
const VERSION = 5;
const AUTH_VERSION = 1;
const NO_AUTH = 0;
const BY_PASSWORD = 2;
const NO_METHOD = 0xff;
const CONNECT = 1;
const BY_V4 = 1;
const BY_NAME = 3;
const BY_V6 = 4;
const MAX_TEXT_BYTES = 255;
/** Replies: forbidden by the proxy's rules, command not supported, kind of address not supported. */
const REFUSALS = new Set([2, 7, 8]);

const withLength = (text: string): Buffer => {
  const bytes = Buffer.from(text).subarray(0, MAX_TEXT_BYTES);
  return Buffer.concat([Buffer.of(bytes.byteLength), bytes]);
};

const writeHost = (host: string): Buffer => {
  if (isIP(host) === 0) return Buffer.concat([Buffer.of(BY_NAME), withLength(host)]);
  const bytes = ipaddr.parse(host).toByteArray();
  return Buffer.from([bytes.length === 4 ? BY_V4 : BY_V6, ...bytes]);
};

const lengthOfReply = (heard: Buffer): number | undefined => {
  if (heard.byteLength < 5) return undefined;
  const kind = heard.readUInt8(3);
  if (kind === BY_V4) return 10;
  if (kind === BY_V6) return 22;
  return kind === BY_NAME ? 7 + heard.readUInt8(4) : 5;
};

const greet = async (talk: ProxyConversation, { username, password }: ProxyAddress): Promise<void> => {
  const hasCredentials = username !== '' || password !== '';
  talk.say(hasCredentials ? Buffer.of(VERSION, 2, NO_AUTH, BY_PASSWORD) : Buffer.of(VERSION, 1, NO_AUTH));
  const [version, method] = await talk.hear(() => 2, 'proxy_unreachable');
  if (version !== VERSION) throw new ProxyError('proxy_unreachable');
  if (method === NO_AUTH) return;
  if (method === NO_METHOD || !hasCredentials) throw new ProxyError('proxy_auth_failed');
  talk.say(Buffer.concat([Buffer.of(AUTH_VERSION), withLength(username), withLength(password)]));
  const [, status] = await talk.hear(() => 2, 'proxy_unreachable');
  if (status !== 0) throw new ProxyError('proxy_auth_failed');
};

/** Opens a tunnel by SOCKS5. Throws a ProxyError that says who refused. */
export const connectBySocks = async (talk: ProxyConversation, proxy: ProxyAddress, end: TunnelEnd): Promise<void> => {
  await greet(talk, proxy);
  const port = Buffer.alloc(2);
  port.writeUInt16BE(end.port);
  talk.say(Buffer.concat([Buffer.of(VERSION, CONNECT, 0), writeHost(end.host), port]));
  const [version, reply = NO_METHOD] = await talk.hear(lengthOfReply, 'proxy_silent');
  if (version !== VERSION) throw new ProxyError('proxy_unreachable');
  if (reply !== 0) throw new ProxyError(REFUSALS.has(reply) ? 'proxy_refused_target' : 'unreachable_via_proxy');
};
