import { afterAll, describe, expect, it } from '@jest/globals';
import { proofSize, recordProof } from '@quarry/testkit';
import fc from 'fast-check';
import { createTargetRule } from '../../src/target/target-rule.js';
import { addressText, ipv4Text, ipv6Number, ipv6Text, isWithin, readRange } from './address-numbers.js';
import { IPV4_OTHER, IPV4_REGISTRY, IPV6_OTHER, IPV6_REGISTRY } from './iana-registries.js';

const RUNS = proofSize(200, 2_000);
const rule = createTargetRule();
const isAllowed = (ip: string): boolean => rule.judgeAddress(ip, 443, 'name.example').isAllowed;

const startedAt = performance.now();
const tally = { cases: 0, failures: 0 };
/** Judges one address, and as the literal of a URL, against what is expected of it. */
const expectJudged = (ip: string, expected: boolean) => {
  tally.cases += 1;
  const literal = ip.includes(':') ? `[${ip}]` : ip;
  const seen = [isAllowed(ip), rule.judgeUrl(`http://${literal}/`).isAllowed];
  if (seen.some((one) => one !== expected)) tally.failures += 1;
  expect({ ip, seen }).toEqual({ ip, seen: [expected, expected] });
};
afterAll(() => {
  recordProof({ name: 'address rule against IANA', ...tally, seconds: (performance.now() - startedAt) / 1_000 });
});

const ipv4Ranges = [...IPV4_REGISTRY, ...IPV4_OTHER].map(({ range }) => readRange(range));
const nat64 = readRange('64:ff9b::/96');
const unicast = readRange('2000::/3');
const ipv6Ranges = [...IPV6_REGISTRY, ...IPV6_OTHER].map(({ range }) => readRange(range));

/** What the registries say, read as numbers; stricter than they are where an entry is a service and not a web site. */
const isGlobalIpv4 = (value: bigint) => !ipv4Ranges.some((range) => isWithin(value, range));
const ISATAP_MARKS = new Set([0x5efen, 0x200_5efen]);
const isGlobalIpv6 = (value: bigint): boolean => {
  const inner = value & 0xffff_ffffn;
  if (isWithin(value, nat64)) return isGlobalIpv4(inner);
  if (!isWithin(value, unicast) || ipv6Ranges.some((range) => isWithin(value, range))) return false;
  return !ISATAP_MARKS.has((value >> 32n) & 0xffff_ffffn) || isGlobalIpv4(inner);
};

const withIn = (range: string) => {
  const { isIpv6, first, last } = readRange(range);
  return fc.bigInt({ min: first, max: last }).map((value) => ({ isIpv6, value, ip: addressText(isIpv6, value) }));
};

/** Every form that carries an IPv4 address inside an IPv6 one. */
const EMBEDDINGS: Readonly<Record<string, (inner: bigint) => bigint>> = {
  mapped: (inner) => ipv6Number('::ffff:0:0') | inner,
  compatible: (inner) => inner,
  translated: (inner) => ipv6Number('::ffff:0:0:0') | inner,
  nat64: (inner) => nat64.first | inner,
  'nat64 for local use': (inner) => ipv6Number('64:ff9b:1::') | inner,
  'nat64 for local use, /48 layout': (inner) =>
    ipv6Number('64:ff9b:1::') | ((inner >> 16n) << 64n) | ((inner & 0xffffn) << 40n),
  '6to4': (inner) => ipv6Number('2002::1') | (inner << 80n),
  'Teredo server': (inner) => ipv6Number('2001::') | (inner << 64n),
  'Teredo client': (inner) => ipv6Number('2001::') | (inner ^ 0xffff_ffffn),
  'ISATAP, private': (inner) => ipv6Number('2606:4700:0:0:0:5efe::') | inner,
  'ISATAP, global': (inner) => ipv6Number('2606:4700:0:0:200:5efe::') | inner,
  'ISATAP, link local': (inner) => ipv6Number('fe80::5efe:0:0') | inner,
};

describe.each([...IPV4_REGISTRY, ...IPV4_OTHER, ...IPV6_REGISTRY, ...IPV6_OTHER])('$range, $name', (entry) => {
  const isJudgedInside = entry.range === '64:ff9b::/96';

  it('is refused as a whole, or judged by what it carries', () => {
    fc.assert(
      fc.property(withIn(entry.range), ({ isIpv6, value, ip }) => {
        if (!isJudgedInside) expectJudged(ip, false);
        else expectJudged(ip, isIpv6 && isGlobalIpv6(value));
      }),
      { numRuns: RUNS },
    );
  });

  it('ends where it ends', () => {
    const { isIpv6, first, last } = readRange(entry.range);
    const highest = (1n << (isIpv6 ? 128n : 32n)) - 1n;
    for (const value of [first - 1n, first, first + 1n, last - 1n, last, last + 1n]) {
      if (value < 0n || value > highest) continue;
      expectJudged(addressText(isIpv6, value), isIpv6 ? isGlobalIpv6(value) : isGlobalIpv4(value));
    }
  });
});

describe.each(Object.entries(EMBEDDINGS))('embedded: %s', (_name, embed) => {
  it('is refused wherever the address inside is', () => {
    const refused = fc.constantFrom(...IPV4_REGISTRY, ...IPV4_OTHER).chain(({ range }) => withIn(range));
    fc.assert(
      fc.property(refused, ({ value }) => expectJudged(ipv6Text(embed(value)), false)),
      { numRuns: RUNS * 2 },
    );
  });
});

describe('the rest', () => {
  const anyIpv4 = fc.bigInt({ min: 0n, max: 0xffff_ffffn });
  const anyIpv6 = fc.bigInt({ min: unicast.first, max: unicast.last });

  it('is open: any global IPv4 address, also through NAT64', () => {
    fc.assert(
      fc.property(anyIpv4, (value) => {
        const expected = isGlobalIpv4(value);
        expectJudged(ipv4Text(value), expected);
        expectJudged(ipv6Text(nat64.first | value), expected);
      }),
      { numRuns: RUNS * 5 },
    );
  });

  it('is open: any global IPv6 address', () => {
    fc.assert(
      fc.property(anyIpv6, (value) => expectJudged(ipv6Text(value), isGlobalIpv6(value))),
      { numRuns: RUNS * 5 },
    );
  });

  it('is shut outside global unicast', () => {
    const outside = fc.bigInt({ min: 0n, max: (1n << 128n) - 1n }).filter((value) => !isWithin(value, unicast));
    fc.assert(
      fc.property(outside, (value) => expectJudged(ipv6Text(value), isGlobalIpv6(value))),
      { numRuns: RUNS * 2 },
    );
  });

  it('judges every spelling of one address alike', () => {
    const special = fc.constantFrom(...IPV4_REGISTRY).chain(({ range }) => withIn(range).map(({ value }) => value));
    fc.assert(
      fc.property(fc.oneof(anyIpv4, special), (value) => {
        const expected = isGlobalIpv4(value);
        const [a = 0n, b = 0n, c = 0n, d = 0n] = [24n, 16n, 8n, 0n].map((shift) => (value >> shift) & 0xffn);
        const spellings = [
          `${a}.${b}.${c}.${d}`,
          `${a}.${b}.${c}.${d}.`,
          `${a}.${b}.${(c << 8n) | d}`,
          `${a}.${value & 0xff_ffffn}`,
          String(value),
          `0x${value.toString(16)}`,
          `0X${value.toString(16).toUpperCase()}`,
          `0${value.toString(8)}`,
          `0x${a.toString(16)}.0${b.toString(8)}.${c}.0x${d.toString(16)}`,
          `0${a.toString(8)}.0${b.toString(8)}.0${c.toString(8)}.0${d.toString(8)}`,
          `000${a.toString(8)}.0x00${b.toString(16)}.${c}.${d}`,
          `${a}。${b}．${c}｡${d}`,
          [...`${a}.${b}.${c}.${d}`].map((sign) => `%${sign.charCodeAt(0).toString(16)}`).join(''),
          [...`${a}.${b}.${c}.${d}`].map((sign) => String.fromCodePoint(sign.charCodeAt(0) + 0xfee0)).join(''),
          `user:pass@${a}.${b}.${c}.${d}`,
        ];
        tally.cases += spellings.length;
        const judged = spellings.map((spelling) => rule.judgeUrl(`http://${spelling}/`).isAllowed);
        expect(judged).toEqual(spellings.map(() => expected));
      }),
      { numRuns: RUNS * 2 },
    );
  });
});
