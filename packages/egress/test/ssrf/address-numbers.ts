/** Addresses as numbers: a second reading of them, so that a mistake of the rule's own reader shows. */
export interface AddressRange {
  readonly isIpv6: boolean;
  readonly first: bigint;
  readonly last: bigint;
}

const IPV4_BITS = 32n;
const IPV6_BITS = 128n;

export const ipv4Number = (text: string): bigint =>
  text.split('.').reduce((sum, part) => (sum << 8n) | BigInt(part), 0n);

const readGroups = (text: string): bigint[] =>
  text === '' ? [] : text.split(':').map((group) => BigInt(`0x${group}`));

export const ipv6Number = (text: string): bigint => {
  const [head = '', tail] = text.split('::');
  const left = readGroups(head);
  const right = tail === undefined ? [] : readGroups(tail);
  const middle = Array.from({ length: 8 - left.length - right.length }, () => 0n);
  return [...left, ...middle, ...right].reduce((sum, group) => (sum << 16n) | group, 0n);
};

export const ipv4Text = (value: bigint): string =>
  [24n, 16n, 8n, 0n].map((shift) => String((value >> shift) & 0xffn)).join('.');

export const ipv6Text = (value: bigint): string =>
  [112n, 96n, 80n, 64n, 48n, 32n, 16n, 0n].map((shift) => ((value >> shift) & 0xffffn).toString(16)).join(':');

export const addressText = (isIpv6: boolean, value: bigint): string => (isIpv6 ? ipv6Text(value) : ipv4Text(value));

export const readRange = (range: string): AddressRange => {
  const [address = '', bits = ''] = range.split('/');
  const isIpv6 = address.includes(':');
  const size = (isIpv6 ? IPV6_BITS : IPV4_BITS) - BigInt(bits);
  const first = isIpv6 ? ipv6Number(address) : ipv4Number(address);
  return { isIpv6, first, last: first + (1n << size) - 1n };
};

export const isWithin = (value: bigint, { first, last }: AddressRange): boolean => value >= first && value <= last;
