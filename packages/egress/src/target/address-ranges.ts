import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** The whole IANA IPv4 special-purpose registry, its globally reachable anycast entries included (they serve no web pages), and multicast. */
const SPECIAL_IPV4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
];

/** Public addresses at which a cloud platform serves its own machines. */
const PLATFORM_IPV4 = ['168.63.129.16/32'];

/** Everything outside 2000::/3 is not global unicast; these are the special ranges inside it. */
const GLOBAL_UNICAST_IPV6 = '2000::/3';
const SPECIAL_IPV6 = ['2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20'];

/** With DNS64 every IPv4 site has an address in this prefix, so the embedded IPv4 address decides. */
const NAT64_IPV6 = '64:ff9b::/96';

/** Bytes 8 to 11 of an ISATAP address: a router that supports ISATAP sends to the IPv4 address in the last four bytes. */
const ISATAP_MARKS = [
  [0x00, 0x00, 0x5e, 0xfe],
  [0x02, 0x00, 0x5e, 0xfe],
];

const parseRanges = (ranges: readonly string[]) => ranges.map((range) => ipaddr.parseCIDR(range));
const specialIpv4 = parseRanges([...SPECIAL_IPV4, ...PLATFORM_IPV4]);
const specialIpv6 = parseRanges(SPECIAL_IPV6);
const globalIpv6 = ipaddr.parseCIDR(GLOBAL_UNICAST_IPV6);
const nat64 = ipaddr.parseCIDR(NAT64_IPV6);

export const isInRange = (address: Address, [network, bits]: [Address, number]): boolean =>
  address instanceof ipaddr.IPv4
    ? network instanceof ipaddr.IPv4 && address.match(network, bits)
    : network instanceof ipaddr.IPv6 && address.match(network, bits);

/** Checked first because for a name the library throws an exception, which is slow. */
const FOUR_PARTS = /^\d{1,3}(?:\.\d{1,3}){3}$/;

/** A URL's host name without the brackets of an IPv6 address. */
export const withoutBrackets = (hostname: string): string => hostname.replace(/^\[|\]$/g, '');

/** Text to address; undefined for anything but a plain address. A zone id is dropped. */
export const parseAddress = (text: string): Address | undefined => {
  const bare = withoutBrackets(text).replace(/%.*$/, '');
  if (FOUR_PARTS.test(bare) && ipaddr.IPv4.isValidFourPartDecimal(bare)) return ipaddr.IPv4.parse(bare);
  return ipaddr.IPv6.isValid(bare) ? ipaddr.IPv6.parse(bare) : undefined;
};

const isIsatap = (bytes: readonly number[]): boolean =>
  ISATAP_MARKS.some((mark) => mark.every((byte, at) => bytes[8 + at] === byte));

/** True only for globally routable unicast addresses. */
export const isGlobalAddress = (address: Address): boolean => {
  if (address instanceof ipaddr.IPv4) return !specialIpv4.some((range) => isInRange(address, range));
  const bytes = address.toByteArray();
  const isInnerGlobal = () => isGlobalAddress(new ipaddr.IPv4(bytes.slice(-4)));
  if (isInRange(address, nat64)) return isInnerGlobal();
  if (!isInRange(address, globalIpv6) || specialIpv6.some((range) => isInRange(address, range))) return false;
  return !isIsatap(bytes) || isInnerGlobal();
};
