import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { convertPage } from '../convert/convert-page.js';

const emailsOf = (text: string, mediaType = 'text/html'): string[] =>
  convertPage({ text, url: 'https://a.example/', mediaType }, { formats: [], links: false, emails: true }).emails ?? [];

const repeat = (text: string, count: number): string => Array.from({ length: count }, () => text).join('');

describe('addresses of a page', () => {
  const hide = (address: string, key = 0x2a): string =>
    [key, ...Buffer.from(address).map((byte) => byte ^ key)].map((byte) => byte.toString(16).padStart(2, '0')).join('');

  it.each([
    [
      'in text',
      '<p>Write to Joe.Doe+x@Example.COM, or: "info@example.co.uk".',
      ['joe.doe+x@example.com', 'info@example.co.uk'],
    ],
    [
      'in a mailto',
      '<a href="mailto:Joe%40Example.com?subject=Hi%20you@x.com&cc=ann@example.org">x</a>',
      ['joe@example.com', 'ann@example.org'],
    ],
    [
      'several in a mailto',
      '<a href="MAILTO:a@example.com,%20B%20%3Cb@example.com%3E;c@example.com">x</a>',
      ['a@example.com', 'b@example.com', 'c@example.com'],
    ],
    ['split by elements', '<p>joe<span>@</span><b>example</b>.com</p>', ['joe@example.com']],
    ['as entities', '<p>&#106;oe&#64;example&period;com', ['joe@example.com']],
    [
      'hidden by cfemail',
      `<span class="__cf_email__" data-cfemail="${hide('joe@example.com')}">[email&nbsp;protected]</span>`,
      ['joe@example.com'],
    ],
    [
      'behind an email-protection link',
      `<a href="/cdn-cgi/l/email-protection#${hide('ann@example.com')}">x</a>`,
      ['ann@example.com'],
    ],
    [
      'spelled in brackets',
      'joe [at] example [dot] com, ann(at)example(dot)org, bob {at} mail.example.net, x.y [@] example dot com',
      ['joe@example.com', 'ann@example.org', 'bob@mail.example.net', 'x.y@example.com'],
    ],
    [
      'spelled in words, where they are given as an address',
      '<p>Contact: joe at example dot com</p><p>ann dot lee at example dot org</p><p>Meet Bob at example dot net</p>',
      ['joe@example.com', 'ann.lee@example.org'],
    ],
    ['written backwards', '<p>a@example.org <bdo dir=rtl>moc.elpmaxe@eoj</bdo>', ['a@example.org', 'joe@example.com']],
    ['once each', '<a href="mailto:A@example.com">a@example.com</a>', ['a@example.com']],
    ['under an international name', 'joe@münchen.de', ['joe@münchen.de']],
    ['in a noscript', '<noscript>joe@example.com</noscript>', ['joe@example.com']],
    [
      'of neighbouring cells apart',
      '<table><tr><td>a@example.com</td><td>b@example.com</td></table>',
      ['a@example.com', 'b@example.com'],
    ],
  ])('%s', (_name, html, expected) => {
    expect(emailsOf(html)).toEqual(expected);
  });

  it.each([
    ['picture names', 'image@2x.png logo@3x.jpg icon@2x.min.js sprite@2x.webp'],
    ['no public suffix', 'user@localhost user@host.invalidtld user@10.0.0.1 a@b.c'],
    ['suffixes themselves', 'a@co.uk a@com'],
    ['handles and versions', '@joe pkg@1.2.3 lodash@4.17.21 react@next'],
    ['prose', 'Look at that dot com boom. Meet us at example dot com.'],
    ['scripts and styles', '<script>"a@example.com"</script><style>@import a@example.com</style>'],
    [
      'broken hiding',
      '<a data-cfemail="zz">x</a><a data-cfemail="12">y</a><a href="mailto:">z</a><a href="mailto:%E0%A4%A">w</a>',
    ],
    ['over-long parts', `${'a'.repeat(65)}@example.com`.replace(/^a/, '.a')],
  ])('are not %s', (_name, html) => {
    expect(emailsOf(`<p>${html}`)).toEqual([]);
  });

  it('end at maxEmails', () => {
    const page = { text: 'a@example.com b@example.com', url: '', mediaType: 'text/html' };
    expect(convertPage(page, { formats: [], links: false, emails: true, limits: { maxEmails: 1 } })).toEqual({
      emails: ['a@example.com'],
      limitsHit: ['maxEmails'],
    });
  });
});

describe('addresses in text', () => {
  it.each([
    ['of any letters', 'müller@münchen.de', ['müller@münchen.de']],
    ['of letters and marks apart', 'mu\u0308ller@mu\u0308nchen.de', ['müller@münchen.de']],
    ['of other scripts', 'иван@почта.рф, 用户@例子.中国', ['иван@почта.рф', '用户@例子.中国']],
    ['under encoded names', 'joe@xn--mnchen-3ya.de and ann@a.xn--p1ai', ['joe@xn--mnchen-3ya.de', 'ann@a.xn--p1ai']],
    [
      'of countries that share an ending with files',
      'joe@firma.rs ann@a.md bob@b.py',
      ['joe@firma.rs', 'ann@a.md', 'bob@b.py'],
    ],
    ['of numbers', '12345@163.com', ['12345@163.com']],
    ['after a web scheme for mail', 'mailto:joe@host.unknownname', ['joe@host.unknownname']],
    ['of an owner of a public name', 'joe@github.io', ['joe@github.io']],
    [
      'in quotes and marks',
      "'joe@a.com' *ann@a.com* `bob@a.com` <eve@a.com> -zoe@a.com",
      ['joe@a.com', 'ann@a.com', 'bob@a.com', 'eve@a.com', 'zoe@a.com'],
    ],
    [
      'touching text without spaces',
      '联系joe@qq.com。邮箱123456@qq.com联系我们 ann@naver.com으로',
      ['joe@qq.com', '123456@qq.com', 'ann@naver.com'],
    ],
    ['with places to break', 'mül\u00adler@ex\u200bample.com', ['müller@example.com']],
    ['side by side', 'joe@a.com/ann@a.com|bob@a.com&eve@a.com', ['joe@a.com', 'ann@a.com', 'bob@a.com', 'eve@a.com']],
    ['in web addresses', 'https://x.com/?mail=joe@a.com&n=1 https://x.com/ann@a.com/p', ['joe@a.com', 'ann@a.com']],
    ['spelled out', 'müller [at] münchen [dot] de', ['müller@münchen.de']],
    [
      'at the end of sentences',
      'Ask joe@a.com. Or ann@a.com, or bob@a.com- at once.',
      ['joe@a.com', 'ann@a.com', 'bob@a.com'],
    ],
    ['under many names', 'joe@a.b.c.d.e.f.g.h.i.j.com', ['joe@a.b.c.d.e.f.g.h.i.j.com']],
  ])('%s', (_name, text, expected) => {
    expect(emailsOf(text, 'text/plain')).toEqual(expected);
    expect(emailsOf(`<p>${text.replaceAll('<', '&lt;')}</p>`)).toEqual(expected);
  });

  it.each(['example', 'test', 'invalid', 'local', 'localhost', 'internal', 'corp', 'home', 'lan', 'intranet'])(
    'under .%s',
    (label) => {
      expect(emailsOf(`<p>joe@shop.${label} ann@${label}`)).toEqual([`joe@shop.${label}`]);
    },
  );

  it.each([
    ['names of files', 'image@2x.png sprite@3x.webp icon@2x.md logo@1.5x.zip tool@2.sh'],
    ['versions', 'package@1.2.3 lodash@4.17.21'],
    ['users of web addresses', 'https://joe:secret@a.com/ ftp://ann@a.com'],
    ['handles of other networks', '@joe@social.com'],
    ['parts of longer ones', `o’brien@a.com ${repeat('x', 65)}@a.com joe@${repeat('a.', 13)}com a..b@a.com`],
    ['parts of hosts', 'joe@a.com.unknownname joe@a.com-x'],
  ])('are not %s', (_name, text) => {
    expect(emailsOf(text, 'text/plain')).toEqual([]);
  });

  it('are whole wherever they stand in a long text', () => {
    const text = repeat('müller@münchen.de,', 40_000);
    expect(emailsOf(text, 'text/plain')).toEqual(['müller@münchen.de']);
  });
});

describe('addresses in links', () => {
  it.each([
    ['of any host', 'mailto:x@shop.unknownname', ['x@shop.unknownname']],
    ['of a public name itself', 'mailto:x@co.uk', ['x@co.uk']],
    ['of a host like a file', 'mailto:x@2x.png', ['x@2x.png']],
    ['of any letters', 'mailto:m%C3%BCller@m%C3%BCnchen.de', ['müller@münchen.de']],
    ['with slashes', 'mailto://x@a.com', ['x@a.com']],
    ['with fields after the wrong mark', 'mailto:x@a.com&subject=y', ['x@a.com']],
    ['but none without a dot', 'mailto:x@localhost', []],
    ['but none of numbers', 'mailto:x@10.0.0.1', []],
    ['but none of broken hosts', 'mailto:x@-a.com,y@a..com,z@a_b.com', []],
  ])('%s', (_name, href, expected) => {
    expect(emailsOf(`<a href="${href}">write</a>`)).toEqual(expected);
    expect(emailsOf(`<map><area href="${href}"></map>`)).toEqual(expected);
  });

  it('stand apart from the text beside them', () => {
    expect(emailsOf('<p>Mail<a href="mailto:joe@a.com">joe@a.com</a>Phone')).toEqual(['joe@a.com']);
  });
});

describe('addresses in other documents', () => {
  it('of JSON, its escapes read', () => {
    const text = String.raw`{"a":"x\njoe@shop.test","b":["m\u00fcller@m\u00fcnchen.de"],"ann@a.com":{"c":"mailto:x@y.zz"}}`;
    const expected = ['joe@shop.test', 'müller@münchen.de', 'ann@a.com', 'x@y.zz'];
    expect(emailsOf(text, 'application/json')).toEqual(expected);
    expect(emailsOf(`${text}\n{`, 'application/json')).toEqual(expected);
  });

  it('of deep JSON', () => {
    expect(emailsOf(`${repeat('[', 5_000)}"joe@a.com"${repeat(']', 5_000)}`, 'application/json')).toEqual([
      'joe@a.com',
    ]);
  });

  it('of XML, its entities read', () => {
    const text = '<r mail="joe@shop.test"><i>m&#252;ller@a.com</i><![CDATA[<b>ann@a.com</b>]]></r>';
    expect(emailsOf(text, 'text/xml')).toEqual(['joe@shop.test', 'müller@a.com', 'ann@a.com']);
  });
});

describe('any addresses', () => {
  const word = fc.string({ unit: fc.constantFrom(...'abcxyz019_üéжñ'), minLength: 1, maxLength: 10 });
  const inner = fc.string({ unit: fc.constantFrom(...'abcxyz019üéжñ'), minLength: 1, maxLength: 8 });
  const localOf = (part: fc.Arbitrary<string>, ...marks: string[]): fc.Arbitrary<string> =>
    fc
      .tuple(part, fc.array(fc.tuple(fc.constantFrom(...marks), part), { maxLength: 3 }))
      .map(([first, rest]) => first + rest.map((pair) => pair.join('')).join(''));
  const host = fc
    .tuple(
      fc.array(fc.tuple(inner, fc.constantFrom('', '-')), { minLength: 1, maxLength: 4 }),
      fc.constantFrom('com', 'de', 'co.uk', 'example', 'test', 'internal', 'corp', 'рф', 'xn--p1ai', 'it'),
    )
    .map(([labels, end]) => `${labels.map(([label, dash]) => `${label}${dash}${label}`).join('.')}.${end}`);
  const addressOf = (local: fc.Arbitrary<string>): fc.Arbitrary<string> =>
    fc.tuple(local, host).map((parts) => parts.join('@').normalize('NFC').toLowerCase());
  const address = addressOf(localOf(word, '.', '+', '-', '_', "'", '%', '!'));
  const between = fc.constantFrom(
    ' ',
    '\n',
    ', ',
    '; ',
    ' – ',
    '. ',
    ' (',
    ') ',
    ': ',
    ' "',
    '" ',
    '\t',
    ' | ',
    ',',
    ':',
  );

  it('are found, each whole', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(between, address), { minLength: 1, maxLength: 8 }), between, (parts, end) => {
        const addresses = [...new Set(parts.map(([, one]) => one))];
        const text = `See${parts.map((pair) => pair.join('')).join('')}${end}`;
        expect(emailsOf(text, 'text/plain')).toEqual(addresses);
        expect(emailsOf(JSON.stringify({ text }), 'application/json')).toEqual(addresses);
        expect(emailsOf(`<p>${text}</p>`)).toEqual(addresses);
      }),
      { numRuns: 300 },
    );
  });

  it('are never part of another', () => {
    const glue = fc.constantFrom('', '.', '-', '_', '’', '@', '/', 'ü', '=', '%');
    // Any other mark in the second address would end the first: in "a@b.coma.az'c@d.com" the first host is b.coma.az.
    const second = addressOf(localOf(inner, '.', '-'));
    fc.assert(
      fc.property(address, second, glue, (first, last, join) => {
        const text = `${first}${join}${last}`;
        const isWhole = (email: string): boolean =>
          email === first || email === last || email === text || email === `${join}${last}`.replace(/^[.\-’@/=%]/, '');
        for (const email of emailsOf(text, 'text/plain')) expect([email, isWhole(email)]).toEqual([email, true]);
      }),
      { numRuns: 300 },
    );
  });
});
