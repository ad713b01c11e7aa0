import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import ipaddr from 'ipaddr.js';
import { createTargetRule } from './target-rule.js';

/** The IANA IPv4 and IPv6 special-purpose address registries, entry by entry, plus multicast. */
const IANA_IPV4 = [
  '0.0.0.0/8', '0.0.0.0/32', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12',
  '192.0.0.0/24', '192.0.0.0/29', '192.0.0.8/32', '192.0.0.9/32', '192.0.0.10/32', '192.0.0.170/32', '192.0.0.171/32',
  '192.0.2.0/24', '192.31.196.0/24', '192.52.193.0/24', '192.88.99.0/24', '192.88.99.2/32', '192.168.0.0/16',
  '192.175.48.0/24', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24', '240.0.0.0/4', '255.255.255.255/32',
  '224.0.0.0/4',
]; // oxfmt-ignore
const IANA_IPV6 = [
  '::1/128', '::/128', '::ffff:0:0/96', '64:ff9b:1::/48', '100::/64', '100:0:0:1::/64', '2001::/23', '2001::/32',
  '2001:1::1/128', '2001:1::2/128', '2001:1::3/128', '2001:2::/48', '2001:3::/32', '2001:4:112::/48', '2001:10::/28',
  '2001:20::/28', '2001:30::/28', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20', '5f00::/16',
  'fc00::/7', 'fe80::/10', 'fec0::/10', 'ff00::/8', '::/96', '4000::/3', '6000::/3', '8000::/1',
]; // oxfmt-ignore
const PUBLIC = [
  '1.1.1.1', '8.8.8.8', '93.184.216.34', '100.63.255.255', '100.128.0.0', '172.15.255.255', '172.32.0.0',
  '169.253.255.255', '192.0.1.0', '198.17.255.255', '198.20.0.0', '223.255.255.255', '126.255.255.255', '128.0.0.0',
  '2606:4700::1111', '2a00:1450:4001:800::200e', '2001:200::1', '2001:4860:4860::8888', '2620:0:2d0:200::7',
  '64:ff9b::808:808',
]; // oxfmt-ignore

const addressIn = (range: string) => {
  const [network, bits] = ipaddr.parseCIDR(range);
  const base = network.toByteArray();
  return fc.uint8Array({ minLength: base.length, maxLength: base.length }).map((random) => {
    const bytes = base.map((byte, at) => {
      const fixed = Math.min(8, Math.max(0, bits - at * 8));
      const mask = (0xff << (8 - fixed)) & 0xff;
      return (byte & mask) | ((random[at] ?? 0) & ~mask & 0xff);
    });
    return ipaddr.fromByteArray(bytes).toString();
  });
};

/** Of the Fetch standard, and of databases and administration. */
const CLOSED = [
  0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104, 109, 110,
  111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515, 526, 530, 531, 532,
  540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061,
  6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080, 445, 873, 1433, 1434, 1521, 2375, 2376, 2379, 2380,
  3306, 3389, 5432, 5900, 5985, 5986, 6379, 6443, 10250, 7000, 9042, 9200, 9300, 11211, 27017, 27018, 27019,
]; // oxfmt-ignore
const OPEN = [
  80, 81, 443, 591, 2082, 2083, 3000, 4443, 5000, 8000, 8008, 8080, 8081, 8088, 8443, 8888, 9000, 9443, 60_000,
];

const strict = createTargetRule();
const isAllowed = (url: string) => strict.judgeUrl(url).isAllowed;

describe('judgeAddress', () => {
  it.each([...IANA_IPV4, ...IANA_IPV6])('refuses every address of %s', (range) => {
    fc.assert(
      fc.property(addressIn(range), fc.integer({ min: 1, max: 65_535 }), (ip, port) => {
        expect(strict.judgeAddress(ip, port, 'name.example')).toEqual({ isAllowed: false, reason: 'address' });
      }),
      { numRuns: 25 },
    );
  });

  it('refuses every v4 address that is refused, in its v6 forms too', () => {
    fc.assert(
      fc.property(fc.constantFrom(...IANA_IPV4).chain(addressIn), (ip) => {
        const [a = 0, b = 0, c = 0, d = 0] = ip.split('.').map(Number);
        const high = ((a << 8) | b).toString(16);
        const low = ((c << 8) | d).toString(16);
        const forms = [`::ffff:${ip}`, `::${high}:${low}`, `64:ff9b::${high}:${low}`, `2002:${high}:${low}::1`];
        for (const form of forms) expect(strict.judgeAddress(form, 443, 'x').isAllowed).toBe(false);
      }),
    );
  });

  it.each(PUBLIC)('lets %s pass', (ip) => {
    expect(strict.judgeAddress(ip, 443, 'name.example')).toEqual({ isAllowed: true });
  });

  it.each([
    '',
    'name.example',
    '256.0.0.1',
    '127.1',
    '0x7f000001',
    '2130706433',
    '1.1.1.1.1',
    'fe80::1%eth0',
    '::ffff:7f00:1%lo',
  ])('refuses %j, no plain public address', (ip) => {
    expect(strict.judgeAddress(ip, 80, 'x').isAllowed).toBe(false);
  });
});

const REFUSED_URLS = [
  'http://127.0.0.1/', 'http://127.0.0.1:6379/', 'http://127.1/', 'http://127.0.1/', 'http://2130706433/',
  'http://0x7f000001/', 'http://0x7f.0.0.1/', 'http://0177.0.0.1/', 'http://017700000001/', 'http://0x7f.1/',
  'http://127.0.0.1./', 'http://127.0.0.01/', 'http://1%32%37.0.0.1/', 'http://127%2e0%2e0%2e1/',
  'http://①②⑦.⓪.⓪.①/', 'http://127。0。0。1/', 'http://127.0.0.1/', 'http://0/', 'http://0.0.0.0/',
  'http://00.00.00.00/', 'http://0x0/', 'http://10.0.0.1/', 'http://10.1/', 'http://167772161/', 'http://172.16.0.1/',
  'http://172.31.255.255/', 'http://192.168.1.1/', 'http://3232235777/', 'http://0xC0A80101/', 'http://169.254.169.254/',
  'http://2852039166/', 'http://0xA9FEA9FE/', 'http://0251.0376.0251.0376/', 'http://169.254.43518/',
  'http://100.100.100.200/', 'http://192.0.0.192/', 'http://198.18.0.1/', 'http://224.0.0.1/', 'http://255.255.255.255/',
  'http://240.0.0.1/', 'http://[::1]/', 'http://[::]/', 'http://[0:0:0:0:0:0:0:1]/', 'http://[::ffff:127.0.0.1]/',
  'http://[::ffff:7f00:1]/', 'http://[::127.0.0.1]/', 'http://[64:ff9b::127.0.0.1]/', 'http://[64:ff9b::a9fe:a9fe]/',
  'http://[64:ff9b:1::a00:1]/', 'http://[2002:7f00:1::]/', 'http://[2001:0:7f00:1::]/', 'http://[fe80::1]/',
  'http://[fe80::1%25eth0]/', 'http://[fc00::1]/', 'http://[fd00:ec2::254]/', 'http://[ff02::1]/', 'http://[fec0::1]/',
  'http://localhost/', 'http://LOCALHOST:8080/', 'http://localhost./', 'http://foo.localhost/', 'http://a.b.localhost./',
  'http://localhost.localdomain/', 'http://ip6-localhost/', 'http://ⓛocalhost/', 'http://user:pass@127.0.0.1/',
  'http://example.com@127.0.0.1/', 'http://example.com%40x@127.0.0.1/', 'http://127.0.0.1\\@example.com/',
  'http:127.0.0.1/', 'http:/127.0.0.1/', 'http:\\\\127.0.0.1\\', ' http://127.0.0.1/ ', 'ht\ntp://127.0.0.1/',
  'http://127.0.0.1#@example.com/', 'http://127.0.0.1?@example.com/', 'https://[::ffff:0:7f00:1]/',
  'file:///etc/passwd', 'ftp://example.com/', 'gopher://example.com/', 'data:text/html,x', 'javascript:1',
  'blob:http://example.com/1', 'about:blank', 'ws://example.com/', 'chrome://version', 'view-source:http://example.com/',
  'filesystem:http://example.com/x', 'unix:/run/x.sock:/', '', 'example.com', '//example.com/',
  'http://', 'http:///', 'http://exa mple.com/', 'http://[::1', 'http://256.1.1.1/', 'http://1.2.3.4.5/', 'http://a:99999/',
]; // oxfmt-ignore

const ALLOWED_URLS = [
  'http://example.com/', 'https://example.com:8443/a?b#c', 'HTTP://EXAMPLE.COM', 'http://user:pass@example.com/',
  'http://127.0.0.1@example.com/', 'http://example.com/http://127.0.0.1/', 'http://8.8.8.8/', 'http://134744072/',
  'http://[2606:4700::1111]/', 'http://[64:ff9b::8.8.8.8]/', 'http://bücher.example/', 'http://example.com:8022/',
  'http://localhost.example.com/', 'http://127.0.0.1.example.com/', 'http://notlocalhost/', 'http://example.com./',
]; // oxfmt-ignore

describe('judgeUrl', () => {
  it.each(REFUSED_URLS)('refuses %j', (url) => expect(isAllowed(url)).toBe(false));
  it.each(ALLOWED_URLS)('lets %j pass', (url) => expect(isAllowed(url)).toBe(true));

  it('names the rule that was met', () => {
    expect(strict.judgeUrl('nonsense')).toEqual({ isAllowed: false, reason: 'invalid_url' });
    expect(strict.judgeUrl('ftp://example.com/')).toEqual({ isAllowed: false, reason: 'scheme' });
    expect(strict.judgeUrl('http://10.0.0.1/')).toEqual({ isAllowed: false, reason: 'address' });
    expect(strict.judgeUrl('http://localhost/')).toEqual({ isAllowed: false, reason: 'local_name' });
  });

  it('says what allows a private target where the caller hosts the deployment, and only there', () => {
    const own = createTargetRule({ isSelfHosted: true });
    for (const reason of ['address', 'local_name']) expect(own.explain(reason)).toMatch(/EGRESS_ALLOW=/);
    for (const reason of ['port', 'scheme', 'invalid_url', undefined]) expect(own.explain(reason)).toBeUndefined();
    expect(strict.explain('address')).toBeUndefined();
  });

  it('judges a literal of any number spelling as its address', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 0xffffffff }), (value) => {
        const dotted = [24, 16, 8, 0].map((shift) => (value >>> shift) & 0xff).join('.');
        const expected = strict.judgeAddress(dotted, 80, dotted).isAllowed;
        const spellings = [dotted, String(value), `0x${value.toString(16)}`, `0${value.toString(8)}`];
        for (const spelling of spellings) expect(isAllowed(`http://${spelling}/`)).toBe(expected);
      }),
    );
  });
});

describe('allowed targets', () => {
  const rule = createTargetRule({
    allow: [
      '127.0.0.1:8080',
      'intra.example',
      'wiki.example:9000',
      '10.1.0.0/16',
      '[fd00::5]:81',
      'fd00::9',
      'fd01::/32',
    ],
    trusted: ['mock.internal:4000'],
  });
  const allows = (ip: string, port: number, host: string) => rule.judgeAddress(ip, port, host).isAllowed;

  it('holds an address with a port to that port', () => {
    expect(rule.judgeUrl('http://127.0.0.1:8080/').isAllowed).toBe(true);
    expect(rule.judgeUrl('http://0x7f.1:8080/').isAllowed).toBe(true);
    expect(rule.judgeUrl('http://localhost:8080/').isAllowed).toBe(true);
    expect(rule.judgeUrl('http://localhost:8081/').isAllowed).toBe(false);
    expect(rule.judgeUrl('http://127.0.0.1:8081/').isAllowed).toBe(false);
    expect(rule.judgeUrl('http://127.0.0.1/').isAllowed).toBe(false);
    expect(allows('::ffff:127.0.0.1', 8080, 'x')).toBe(false);
  });

  it('lets a named host resolve to any address', () => {
    expect(allows('192.168.7.7', 443, 'INTRA.example.')).toBe(true);
    expect(allows('192.168.7.7', 443, 'sub.intra.example')).toBe(false);
    expect(allows('192.168.7.7', 9000, 'wiki.example')).toBe(true);
    expect(allows('192.168.7.7', 9001, 'wiki.example')).toBe(false);
    expect(allows('172.20.0.3', 4000, 'mock.internal')).toBe(true);
    expect(allows('172.20.0.3', 4001, 'mock.internal')).toBe(false);
  });

  it.each([1, 65_535])('takes the port %i', (port) => {
    const entry = `127.0.0.1:${port}`;
    expect(createTargetRule({ allow: [entry] }).judgeUrl(`http://${entry}/`).isAllowed).toBe(true);
  });

  it('takes ranges and v6 addresses', () => {
    expect(allows('10.1.200.3', 2, 'x')).toBe(true);
    expect(allows('10.2.0.1', 1, 'x')).toBe(false);
    expect(allows('fd00:0::5', 81, 'x')).toBe(true);
    expect(allows('fd00::5', 82, 'x')).toBe(false);
    expect(allows('fd00::9', 8, 'x')).toBe(true);
    expect(allows('fd01::77', 8, 'x')).toBe(true);
    expect(rule.judgeUrl('http://[fd00::5]:81/').isAllowed).toBe(true);
  });

  it.each([
    '', ' ', 'http://x.example', 'x.example:', 'x.example:0', 'x.example:65536', 'x.example:http', 'a b', '10.0.0.0/33',
    '10.0.0/8', '[::1', '[::1]:x', 'x@y', 'a%b', '*.example', 'x.example/path', '::1:zz', '1.2.3.4:5:6',
  ])('says what is wrong with %j', (entry) => {
    expect(() => createTargetRule({ allow: [entry] })).toThrow(/^Allowed target ".*" .*Write host, host:port/);
  }); // oxfmt-ignore
});

describe('ports', () => {
  const HOSTS = ['shop.example', '8.8.8.8', '[2606:4700::1111]'];
  const judged = (port: number, rule = strict) => [
    ...HOSTS.flatMap((host) => ['http', 'https'].map((scheme) => rule.judgeUrl(`${scheme}://${host}:${port}/`))),
    rule.judgeAddress('8.8.8.8', port, 'shop.example'),
  ];

  it.each(CLOSED)('%i is no port of a page', (port) => {
    for (const judgement of judged(port)) expect(judgement).toEqual({ isAllowed: false, reason: 'port' });
  });

  it.each(OPEN)('%i may be one', (port) => {
    for (const judgement of judged(port)) expect(judgement).toEqual({ isAllowed: true });
  });

  it('closed are all that the Fetch standard names, and no more than are known here', () => {
    const closed = Array.from({ length: 65_536 }, (_, port) => port).filter(
      (port) => !strict.judgeAddress('8.8.8.8', port, 'shop.example').isAllowed,
    );
    expect(closed).toEqual(CLOSED.toSorted((left, right) => left - right));
  });

  it('are opened by an entry that names host and port, there alone', () => {
    const rule = createTargetRule({ allow: ['shop.example:22', '8.8.8.8:25', '10.0.0.0/8', '10.1.1.1:6379'] });
    const isOpen = (url: string) => rule.judgeUrl(url).isAllowed;
    expect(isOpen('http://shop.example:22/')).toBe(true);
    expect(rule.judgeAddress('9.9.9.9', 22, 'shop.example').isAllowed).toBe(true);
    expect(rule.judgeAddress('9.9.9.9', 22, 'other.example')).toEqual({ isAllowed: false, reason: 'port' });
    expect(isOpen('http://8.8.8.8:25/')).toBe(true);
    expect(rule.judgeUrl('http://8.8.4.4:25/')).toEqual({ isAllowed: false, reason: 'port' });
    expect(rule.judgeUrl('http://shop.example:23/')).toEqual({ isAllowed: false, reason: 'port' });
    // A range opens addresses, and none of the closed ports.
    expect(rule.judgeUrl('http://10.2.2.2:22/')).toEqual({ isAllowed: false, reason: 'port' });
    expect(isOpen('http://10.2.2.2:8080/')).toBe(true);
    expect(isOpen('http://10.1.1.1:6379/')).toBe(true);
    // A name may stand for the address that an entry is about: the connection decides.
    expect(isOpen('http://redis.example:6379/')).toBe(true);
    expect(rule.judgeAddress('10.1.1.1', 6379, 'redis.example').isAllowed).toBe(true);
    expect(rule.judgeAddress('10.1.1.2', 6379, 'redis.example')).toEqual({ isAllowed: false, reason: 'port' });
  });
});
