import { BlockList, isIP } from 'node:net';

type Family = 4 | 6;

interface Range {
  readonly address: string;
  readonly family: Family;
  readonly bits: number;
}

/** The widest ranges that may be opened: those of the largest private networks. */
const MIN_BITS: Readonly<Record<Family, number>> = { 4: 8, 6: 7 };
const MAX_BITS: Readonly<Record<Family, number>> = { 4: 32, 6: 128 };
/** Every address of IPv4 in IPv6's spelling. */
const MAPPED: Range = { address: '::ffff:0:0', family: 6, bits: 96 };

const readRange = (entry: string): Range | undefined => {
  const [address = '', prefix = '', ...rest] = entry.split('/');
  const family = isIP(address);
  if ((family !== 4 && family !== 6) || rest.length > 0 || !/^\d{1,3}$/.test(prefix)) return undefined;
  const bits = Number(prefix);
  return bits <= MAX_BITS[family] ? { address, family, bits } : undefined;
};

const isWithin = (address: string, range: Range): boolean => {
  if (isIP(address) !== range.family) return false;
  const list = new BlockList();
  list.addSubnet(range.address, range.bits, `ipv${range.family}`);
  return list.check(address, `ipv${range.family}`);
};

/** The width of a range that contains IPv4 addresses is judged by these. */
const minBitsOf = (range: Range): number => {
  const isMapped = isWithin(MAPPED.address, range) || isWithin(range.address, MAPPED);
  return isMapped ? MAPPED.bits + MIN_BITS[4] : MIN_BITS[range.family];
};

/** Whether an entry is a range that an operator may open. */
export const isTargetRange = (entry: string): boolean => {
  const range = readRange(entry);
  return range !== undefined && range.bits >= minBitsOf(range);
};

/** Internal targets that are more than a private network, and their addresses. */
const INNER_PARTS: readonly (readonly [what: string, addresses: readonly string[]])[] = [
  ['this machine itself', ['127.0.0.1', '::1', '::ffff:127.0.0.1']],
  [
    "the cloud's own service, which hands out credentials",
    ['169.254.169.254', '::ffff:169.254.169.254', 'fd00:ec2::254', '168.63.129.16'],
  ],
];

/**
 * Describes what each range among the exceptions to the target rule opens to every caller beyond a private network.
 * Entries with a port are intended and left out.
 */
export const describeOpened = (allow: readonly string[]): string[] =>
  allow.flatMap((entry) => {
    const range = readRange(entry);
    if (range === undefined) return [];
    const parts = INNER_PARTS.filter(([, addresses]) => addresses.some((address) => isWithin(address, range)));
    return parts.map(([what]) => `${entry} opens ${what}`);
  });
