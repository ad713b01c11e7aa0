import { isIPv6 } from 'node:net';

const MAPPED = /^::ffff:(\d{1,3}(?:\.\d{1,3}){3})$/i;
/** Groups of 16 bits of the network of one customer, a /64. */
const NETWORK_GROUPS = 4;

/** All groups of an IPv6 address as a browser writes it. */
const groupsOf = (address: string): string[] => {
  const plain = new URL(`http://[${address.replace(/%.*$/, '')}]`).hostname.slice(1, -1);
  const [head = '', tail] = plain.split('::');
  const left = head === '' ? [] : head.split(':');
  if (tail === undefined) return left;
  const right = tail === '' ? [] : tail.split(':');
  return [...left, ...Array.from({ length: 8 - left.length - right.length }, () => '0'), ...right];
};

/** What attempts from an address are counted under: whoever has an IPv6 address has the 2^64 beside it as well. */
export const addressKey = (address: string | undefined): string => {
  if (address === undefined) return 'unknown';
  const [, v4] = MAPPED.exec(address) ?? [];
  if (v4 !== undefined) return v4;
  return isIPv6(address) ? `${groupsOf(address).slice(0, NETWORK_GROUPS).join(':')}::/64` : address;
};
