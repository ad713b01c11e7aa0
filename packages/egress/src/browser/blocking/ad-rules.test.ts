import { describe, expect, it } from '@jest/globals';
import {
  isFromOthers,
  MAX_ADBLOCK_LIST_CHARS,
  MAX_ADBLOCK_RULE_CHARS,
  MAX_ADBLOCK_RULES,
  readAdblockList,
} from './ad-rules.js';
import { watchProcessor } from '@quarry/testkit/processor-time';

const judge = (list: string, url: string, pageHost = 'shop.example'): string | undefined =>
  readAdblockList(list).judge(new URL(url), pageHost);

describe('an operator’s list', () => {
  it.each([
    ['0.0.0.0 ads.example', 'https://ads.example/x.js'],
    ['127.0.0.1\tads.example # tracker', 'https://cdn.ads.example/x.js'],
    ['::1 ads.example', 'https://ads.example/'],
    ['ads.example', 'https://a.b.ads.example/'],
    ['ads.example # tracker', 'https://ads.example/'],
    ['||ads.example^', 'wss://ads.example/socket'],
    ['||ADS.example^', 'https://ads.example/'],
    ['||ads.example^$third-party', 'https://ads.example/'],
    ['||ads.example^$3p', 'https://ads.example/'],
    ['||ads.example^$important', 'https://ads.example/'],
    ['||ads.example^|', 'https://ads.example/'],
    ['/banners/', 'https://shop.example/img/banners/1.png'],
    ['/adserver.', 'https://shop.example/adserver.php?x=1'],
    ['/ads/*', 'https://shop.example/ads/1'],
    ['/Banners/', 'https://shop.example/img/BANNERS/1.png'],
    ['\r\n ||ads.example^ \r\n', 'https://ads.example/'],
    ['||xn--d1acufc.xn--p1ai^', 'https://xn--d1acufc.xn--p1ai/'],
  ])('takes %j for a rule about %s', (list, url) => {
    expect(judge(list, url)).toBe('ad');
    expect(readAdblockList(list)).toMatchObject({ taken: 1, skipped: 0, isCut: false });
  });

  it.each([
    ['||ads.example^', 'https://badads.example/'],
    ['||ads.example^', 'https://example/'],
    ['||ads.example^', 'https://ads.example.org/'],
    ['/banners/', 'https://shop.example/mybanners/1.png'],
    ['/banners/', 'https://banners.example/'],
  ])('%s says nothing of %s', (list, url) => {
    expect(judge(list, url)).toBeUndefined();
  });

  it('leaves a host’s own pages to it where the rule is about those of others', () => {
    expect(judge('||ads.example^$third-party', 'https://cdn.ads.example/', 'www.ads.example')).toBeUndefined();
  });

  it('lets an exception win, over the list and over what others say', () => {
    expect(judge('||ads.example^\n@@||good.ads.example^', 'https://x.good.ads.example/')).toBe('allowed');
    expect(judge('||ads.example^\n@@||good.ads.example^', 'https://bad.ads.example/')).toBe('ad');
    expect(judge('@@||doubleclick.net^', 'https://doubleclick.net/')).toBe('allowed');
    expect(judge('/banners/\n@@||shop.example^', 'https://shop.example/banners/1')).toBe('allowed');
    const fromOthers = '||ads.example^\n@@||ads.example^$third-party';
    expect(judge(fromOthers, 'https://ads.example/')).toBe('allowed');
    expect(judge(fromOthers, 'https://ads.example/', 'www.ads.example')).toBe('ad');
  });

  it('counts what it does not know, and passes over what says nothing', () => {
    const unknown = [
      'shop.example##.ad',
      '##.banner',
      'shop.example#@#.ad',
      '||ads.example^$script',
      '||ads.example^$domain=shop.example',
      '||ads.example/path^',
      '||ads.*^',
      '/banner\\d+/',
      '/ad',
      '@@/banners/',
      '|https://ads.example/',
      '&ad_box_',
      'ads',
      '0.0.0.0 ads',
      '1.2.3.4 ads.example',
      `||${'a'.repeat(MAX_ADBLOCK_RULE_CHARS)}.example^`,
    ];
    const silent = ['[Adblock Plus 2.0]', '! a comment', '# a comment', '#', '', '   ', '#hosts'];
    expect(readAdblockList([...unknown, ...silent].join('\n'))).toMatchObject({ taken: 0, skipped: unknown.length });
  });

  it('takes no harm from the names of the machine in a hosts file', () => {
    const list = '127.0.0.1 localhost\n::1 localhost\n0.0.0.0 0.0.0.0\n0.0.0.0 ads.example';
    expect(readAdblockList(list)).toMatchObject({ skipped: 0 });
    expect(judge(list, 'http://localhost/')).toBeUndefined();
  });

  it('reads so many rules and no more', () => {
    const lines = Array.from({ length: MAX_ADBLOCK_RULES + 1 }, (_, at) => `a${at}.example`);
    const cut = readAdblockList(lines.join('\n'));
    expect(cut).toMatchObject({ taken: MAX_ADBLOCK_RULES, skipped: 0, isCut: true });
    expect(cut.judge(new URL(`https://a${MAX_ADBLOCK_RULES}.example/`), 'shop.example')).toBeUndefined();
    expect(readAdblockList(lines.slice(1).join('\n'))).toMatchObject({ taken: MAX_ADBLOCK_RULES, isCut: false });
  });

  it('reads so many characters and no more, one line as long as all of them included', () => {
    const comment = `!${'x'.repeat(MAX_ADBLOCK_LIST_CHARS - 20)}\n`;
    expect(readAdblockList(`${comment}a.example\nb.example\nlate.example\n`)).toMatchObject({ taken: 1, isCut: true });
    expect(readAdblockList('x'.repeat(MAX_ADBLOCK_LIST_CHARS))).toMatchObject({ taken: 0, skipped: 1, isCut: false });
  });

  it('looks a long address up among many rules in no time', () => {
    const lines = Array.from({ length: 50_000 }, (_, at) => `/path${at}/\n||a${at}.example^`);
    const rules = readAdblockList(lines.join('\n'));
    const url = new URL(`https://${'a.'.repeat(100)}example/${'/path'.repeat(100_000)}`);
    const usedMs = watchProcessor();
    for (let look = 0; look < 100; look += 1) expect(rules.judge(url, 'shop.example')).toBeUndefined();
    expect(usedMs()).toBeLessThan(5_000);
  });
});

it.each([
  ['www.shop.example', 'shop.example', false],
  ['cdn.shop.co.uk', 'www.shop.co.uk', false],
  ['other.co.uk', 'shop.co.uk', true],
  ['other.example', 'shop.example', true],
  ['192.0.2.1', '192.0.2.1', false],
  ['192.0.2.1', '198.0.2.1', true],
  ['[2001:db8::1]', '[2001:db8::2]', true],
  ['localhost', 'localhost', false],
])('%s is from others than %s: %p', (hostname, pageHost, expected) => {
  expect(isFromOthers(hostname, pageHost)).toBe(expected);
});
