import { isIPv6 } from 'node:net';
import type { ProxyAddress } from './exit.js';
import type { ProxyConversation } from './proxy-conversation.js';
import { ProxyError } from './proxy-error.js';

export interface TunnelEnd {
  /** Address or name. */
  readonly host: string;
  readonly port: number;
}

/** Value of Proxy-Authorization; undefined for a proxy without credentials. */
export const basicCredentials = ({ username, password }: ProxyAddress): string | undefined =>
  username || password ? `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}` : undefined;

const HEAD_END = '\r\n\r\n';
const lengthOfHead = (heard: Buffer): number | undefined => {
  const end = heard.indexOf(HEAD_END);
  return end === -1 ? undefined : end + HEAD_END.length;
};

/** Opens a tunnel by HTTP CONNECT. Throws a ProxyError that says who refused. */
export const connectByHttp = async (talk: ProxyConversation, proxy: ProxyAddress, end: TunnelEnd): Promise<void> => {
  const authority = `${isIPv6(end.host) ? `[${end.host}]` : end.host}:${end.port}`;
  const credentials = basicCredentials(proxy);
  const lines = [
    `CONNECT ${authority} HTTP/1.1`,
    `Host: ${authority}`,
    ...(credentials ? [`Proxy-Authorization: ${credentials}`] : []),
  ];
  talk.say(`${lines.join('\r\n')}${HEAD_END}`);
  const head = await talk.hear(lengthOfHead, 'proxy_silent');
  const status = Number(/^HTTP\/1\.\d (\d{3})/.exec(head.toString('latin1'))?.[1] ?? 0);
  if (status >= 200 && status < 300) return;
  // 407 is the standard's status, 401 tinyproxy's.
  if (status === 407 || status === 401) throw new ProxyError('proxy_auth_failed');
  if (status === 0) throw new ProxyError('proxy_unreachable');
  // With a 5xx the proxy tried to reach the target; otherwise it refused to try.
  throw new ProxyError(status >= 500 && status !== 501 ? 'unreachable_via_proxy' : 'proxy_refused_target');
};
