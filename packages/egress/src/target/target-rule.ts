import ipaddr from 'ipaddr.js';
import { isClosedPort, portOf } from './closed-ports.js';
import { isGlobalAddress, isInRange, parseAddress, withoutBrackets } from './address-ranges.js';

export type TargetRefusal = 'invalid_url' | 'scheme' | 'address' | 'local_name' | 'port';

/** What the rule decides. `reason` names the part of the rule, never an address. */
export type TargetJudgement =
  | { readonly isAllowed: true }
  | { readonly isAllowed: false; readonly reason: TargetRefusal };

export interface TargetRule {
  /** Judges scheme, spelling, port, literal addresses and localhost names. Other names pass, and are judged once resolved. */
  judgeUrl(url: string | URL): TargetJudgement;
  /** Judges an address about to be dialled for `host`. */
  judgeAddress(ip: string, port: number, host: string): TargetJudgement;
  /** What to do about a refusal, where the caller can do something: on a machine of the caller's own. */
  explain(reason: string | undefined): string | undefined;
}

export interface TargetRuleOptions {
  /** Operator's exceptions: `host`, `host:port`, `address`, `address:port`, `[v6]:port` or a CIDR range. */
  readonly allow?: readonly string[];
  /** Origins from the operator's configuration, as `host:port`. */
  readonly trusted?: readonly string[];
  /** Whoever calls may also change the settings, so a refusal names the one that allows the target. Default: false. */
  readonly isSelfHosted?: boolean;
}

const PRIVATE_MESSAGE =
  'This address is private, and private addresses are refused unless they are allowed. To fetch it, start Quarry with its host:port or range in EGRESS_ALLOW, such as EGRESS_ALLOW=192.168.0.10:8080.';

interface AllowEntry {
  /** The only port it allows. A closed port is opened only by an entry that names it. */
  readonly port?: number | undefined;
  readonly matches: (ip: string | undefined, port: number, host: string) => boolean;
}

const ALLOWED: TargetJudgement = { isAllowed: true };
const refuse = (reason: TargetRefusal): TargetJudgement => ({ isAllowed: false, reason });

const LOCAL_NAMES = new Set(['localhost', 'localhost.localdomain', 'ip6-localhost', 'ip6-loopback']);
const LOOPBACK_ADDRESSES = ['127.0.0.1', '::1'];
const MAX_PORT = 65_535;

const normaliseHost = (host: string): string => withoutBrackets(host.toLowerCase()).replace(/\.+$/, '');

const isLocalName = (host: string): boolean => LOCAL_NAMES.has(host) || host.endsWith('.localhost');

const malformed = (entry: string, why: string): Error =>
  new Error(
    `Allowed target "${entry}" ${why}. Write host, host:port, address, address:port, [v6]:port or a range such as 10.0.0.0/8.`,
  );

const parsePort = (entry: string, text: string): number => {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (port < 1 || port > MAX_PORT) throw malformed(entry, 'has no valid port');
  return port;
};

const parseRange = (entry: string): AllowEntry => {
  const isAddress = parseAddress(entry.slice(0, entry.indexOf('/'))) !== undefined;
  if (!isAddress || !ipaddr.isValidCIDR(entry)) throw malformed(entry, 'is not a valid range');
  const range = ipaddr.parseCIDR(entry);
  return {
    matches: (ip) => {
      const address = ip === undefined ? undefined : parseAddress(ip);
      return address !== undefined && isInRange(address, range);
    },
  };
};

const splitPort = (entry: string): { host: string; port: number | undefined } => {
  const bracketed = /^\[([^\]]+)\](?::(.*))?$/.exec(entry);
  if (bracketed) {
    const [, host = '', port] = bracketed;
    return { host, port: port === undefined ? undefined : parsePort(entry, port) };
  }
  if (ipaddr.IPv6.isValid(entry)) return { host: entry, port: undefined };
  const colon = entry.indexOf(':');
  if (colon === -1) return { host: entry, port: undefined };
  return { host: entry.slice(0, colon), port: parsePort(entry, entry.slice(colon + 1)) };
};

/** Normalises a host as URLs do, so that an entry can be compared with a requested URL. */
const normaliseEntry = (entry: string, host: string): string => {
  const written = ipaddr.IPv6.isValid(host) ? `[${host}]` : host;
  if (!written || /[\s/\\?#@%*]/.test(written)) throw malformed(entry, 'is not a host');
  const url = URL.parse(`http://${written}/`);
  if (!url?.hostname) throw malformed(entry, 'is not a host');
  return normaliseHost(url.hostname);
};

const sameAddress = (left: ipaddr.IPv4 | ipaddr.IPv6, text: string): boolean =>
  parseAddress(text)?.toNormalizedString() === left.toNormalizedString();

const parseEntry = (entry: string): AllowEntry => {
  if (entry.includes('/')) return parseRange(entry);
  const { host, port } = splitPort(entry);
  const normalised = normaliseEntry(entry, host);
  const address = parseAddress(normalised);
  return {
    port,
    matches: (ip, targetPort, targetHost) =>
      (port === undefined || port === targetPort) &&
      (address ? ip !== undefined && sameAddress(address, ip) : targetHost === normalised),
  };
};

/**
 * The one rule on where a fetch may go: by http and https to globally routable unicast addresses, except on closed ports, and
 * to what the operator allows. Throws a readable Error for a malformed entry.
 */
export const createTargetRule = (options: TargetRuleOptions = {}): TargetRule => {
  const { allow = [], trusted = [], isSelfHosted = false } = options;
  const entries = [...allow, ...trusted].map((entry) => parseEntry(entry.trim()));
  const isExcepted = (ip: string | undefined, port: number, host: string) =>
    entries.some((entry) => entry.matches(ip, port, host));

  const isOpened = (ip: string | undefined, port: number, host: string) =>
    !isClosedPort(port) || entries.some((entry) => entry.port === port && entry.matches(ip, port, host));

  const judgeAddress = (ip: string, port: number, host: string): TargetJudgement => {
    const address = parseAddress(ip);
    if (!address) return refuse('address');
    const name = normaliseHost(host);
    if (!isGlobalAddress(address) && !isExcepted(ip, port, name)) return refuse('address');
    return isOpened(ip, port, name) ? ALLOWED : refuse('port');
  };

  const judgeUrl = (input: string | URL): TargetJudgement => {
    const url = typeof input === 'string' ? URL.parse(input) : input;
    if (!url) return refuse('invalid_url');
    if (url.protocol !== 'http:' && url.protocol !== 'https:') return refuse('scheme');
    const host = normaliseHost(url.hostname);
    if (!host) return refuse('invalid_url');
    const port = portOf(url);
    if (parseAddress(host)) return judgeAddress(host, port, host);
    const isRefusedName =
      isLocalName(host) && ![undefined, ...LOOPBACK_ADDRESSES].some((ip) => isExcepted(ip, port, host));
    if (isRefusedName) return refuse('local_name');
    // An entry may allow the port at an address that the name resolves to: the connection then decides.
    const isClosed = isClosedPort(port) && !entries.some((entry) => entry.port === port);
    return isClosed ? refuse('port') : ALLOWED;
  };

  return {
    judgeUrl,
    judgeAddress,
    explain: (reason) =>
      isSelfHosted && (reason === 'address' || reason === 'local_name') ? PRIVATE_MESSAGE : undefined,
  };
};
