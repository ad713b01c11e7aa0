/**
 * The special-purpose address registries of IANA, entry by entry (iana-ipv4-special-registry, RFC 6890 and its
 * updates; iana-ipv6-special-registry), with what each says on "Globally Reachable"; `false` too where it says N/A.
 */
export interface RegistryEntry {
  readonly range: string;
  readonly name: string;
  readonly isGloballyReachable: boolean;
}

type Row = readonly [range: string, name: string, isGloballyReachable?: true];

const toEntries = (rows: readonly Row[]): readonly RegistryEntry[] =>
  rows.map(([range, name, isGloballyReachable = false]) => ({ range, name, isGloballyReachable }));

export const IPV4_REGISTRY = toEntries([
  ['0.0.0.0/8', 'this network'],
  ['0.0.0.0/32', 'this host on this network'],
  ['10.0.0.0/8', 'private use'],
  ['100.64.0.0/10', 'shared address space'],
  ['127.0.0.0/8', 'loopback'],
  ['169.254.0.0/16', 'link local'],
  ['172.16.0.0/12', 'private use'],
  ['192.0.0.0/24', 'IETF protocol assignments'],
  ['192.0.0.0/29', 'IPv4 service continuity prefix'],
  ['192.0.0.8/32', 'IPv4 dummy address'],
  ['192.0.0.9/32', 'port control protocol anycast', true],
  ['192.0.0.10/32', 'traversal using relays around NAT anycast', true],
  ['192.0.0.170/32', 'NAT64/DNS64 discovery'],
  ['192.0.0.171/32', 'NAT64/DNS64 discovery'],
  ['192.0.2.0/24', 'documentation (TEST-NET-1)'],
  ['192.31.196.0/24', 'AS112-v4', true],
  ['192.52.193.0/24', 'AMT', true],
  ['192.88.99.0/24', 'deprecated 6to4 relay anycast'],
  ['192.88.99.2/32', '6a44 relay anycast'],
  ['192.168.0.0/16', 'private use'],
  ['192.175.48.0/24', 'direct delegation AS112 service', true],
  ['198.18.0.0/15', 'benchmarking'],
  ['198.51.100.0/24', 'documentation (TEST-NET-2)'],
  ['203.0.113.0/24', 'documentation (TEST-NET-3)'],
  ['240.0.0.0/4', 'reserved'],
  ['255.255.255.255/32', 'limited broadcast'],
]);

export const IPV6_REGISTRY = toEntries([
  ['::1/128', 'loopback'],
  ['::/128', 'unspecified'],
  ['::ffff:0:0/96', 'IPv4-mapped'],
  ['64:ff9b::/96', 'IPv4-IPv6 translation', true],
  ['64:ff9b:1::/48', 'IPv4-IPv6 translation, local use'],
  ['100::/64', 'discard only'],
  ['100:0:0:1::/64', 'dummy prefix'],
  ['2001::/23', 'IETF protocol assignments'],
  ['2001::/32', 'Teredo'],
  ['2001:1::1/128', 'port control protocol anycast', true],
  ['2001:1::2/128', 'traversal using relays around NAT anycast', true],
  ['2001:1::3/128', 'DNS-SD service registration anycast', true],
  ['2001:2::/48', 'benchmarking'],
  ['2001:3::/32', 'AMT', true],
  ['2001:4:112::/48', 'AS112-v6', true],
  ['2001:10::/28', 'deprecated ORCHID'],
  ['2001:20::/28', 'ORCHIDv2', true],
  ['2001:30::/28', 'drone remote ID', true],
  ['2001:db8::/32', 'documentation'],
  ['2002::/16', '6to4'],
  ['2620:4f:8000::/48', 'direct delegation AS112 service', true],
  ['3fff::/20', 'documentation'],
  ['5f00::/16', 'segment routing SIDs'],
  ['fc00::/7', 'unique local'],
  ['fe80::/10', 'link local unicast'],
]);

/** From the address space and multicast registries: not unicast, retired, or not yet given out; and a cloud's own host. */
export const IPV4_OTHER = toEntries([
  ['224.0.0.0/4', 'multicast'],
  ['168.63.129.16/32', 'platform service of a cloud'],
]);
export const IPV6_OTHER = toEntries([
  ['::/96', 'deprecated IPv4-compatible'],
  ['::ffff:0:0:0/96', 'IPv4-translated'],
  ['fec0::/10', 'deprecated site local'],
  ['ff00::/8', 'multicast'],
  ['4000::/2', 'not given out'],
  ['8000::/2', 'not given out'],
  ['c000::/3', 'not given out'],
]);
