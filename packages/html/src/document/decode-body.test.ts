import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { decodeBody, PRESCAN_BYTES } from './decode-body.js';
import { GUESS_BYTES } from './guess-encoding.js';

const latin1 = (text: string): Uint8Array => Buffer.from(text, 'latin1');
const bytes = (...values: number[]): Uint8Array => Uint8Array.from(values);

const JAPANESE_SJIS = bytes(
  0x93,
  0xfa,
  0x96,
  0x7b,
  0x8c,
  0xea,
  0x82,
  0xcc,
  0x83,
  0x65,
  0x83,
  0x58,
  0x83,
  0x67,
  0x82,
  0xc5,
  0x82,
  0xb7,
);
const JAPANESE_EUC = bytes(
  0xc6,
  0xfc,
  0xcb,
  0xdc,
  0xb8,
  0xec,
  0xa4,
  0xce,
  0xa5,
  0xc6,
  0xa5,
  0xb9,
  0xa5,
  0xc8,
  0xa4,
  0xc7,
  0xa4,
  0xb9,
);
const JAPANESE = '日本語のテストです';

describe('decodeBody', () => {
  it.each([
    ['shift_jis', JAPANESE_SJIS, JAPANESE],
    ['euc-jp', JAPANESE_EUC, JAPANESE],
    ['gbk', bytes(0xd6, 0xd0, 0xce, 0xc4), '中文'],
    ['gb2312', bytes(0xd6, 0xd0, 0xce, 0xc4), '中文'],
    ['big5', bytes(0xa4, 0xa4, 0xa4, 0xe5), '中文'],
    ['euc-kr', bytes(0xc7, 0xd1, 0xb1, 0xdb), '한글'],
    ['windows-1251', bytes(0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2), 'Привет'],
    ['koi8-r', bytes(0xf0, 0xd2, 0xc9), 'При'],
    ['iso-8859-2', bytes(0xb1, 0xe6, 0xea), 'ąćę'],
    ['windows-1250', bytes(0xb9, 0xe6, 0xea), 'ąćę'],
    ['latin1', bytes(0x80, 0xe9), '€é'],
    ['iso-8859-16', bytes(0xaa, 0xe3), 'Șă'],
    ['macintosh', bytes(0x8e), 'é'],
    ['x-user-defined', bytes(0x41, 0x80, 0xff), 'A\uf780\uf7ff'],
    ['utf-16be', bytes(0x00, 0x41, 0x65, 0xe5), 'A日'],
    ['unicode', bytes(0x41, 0x00), 'A'],
    ['utf8', bytes(0xc3, 0xa9, 0xff), 'é\ufffd'],
  ])('decodes a header charset of %s', (charset, body, expected) => {
    expect(decodeBody(body, `text/html; charset=${charset}`).text).toBe(expected);
  });

  it('decodes the replacement encodings to one replacement character', () => {
    expect(decodeBody(latin1('abc<script>'), 'text/html; charset=iso-2022-kr')).toEqual({
      text: '\ufffd',
      encoding: 'replacement',
    });
    expect(decodeBody(bytes(), 'text/html; charset=hz-gb-2312').text).toBe('');
  });

  it('puts the byte order mark before the header and the header before the document', () => {
    const meta = latin1('<meta charset=windows-1251>\xc3\xa9');
    const marked = Uint8Array.from([0xef, 0xbb, 0xbf, ...meta]);
    expect(decodeBody(marked, 'text/html; charset=koi8-r')).toEqual({
      text: '<meta charset=windows-1251>é',
      encoding: 'utf-8',
    });
    expect(decodeBody(meta, 'text/html; charset="UTF-8"').encoding).toBe('utf-8');
    expect(decodeBody(meta, 'text/html').encoding).toBe('windows-1251');
    expect(decodeBody(bytes(0xff, 0xfe, 0x41, 0x00), 'text/html; charset=utf-8')).toEqual({
      text: 'A',
      encoding: 'utf-16le',
    });
  });

  it.each([
    ['quoted', 'text/html; charset="windows-1251"'],
    ['single-quoted', "text/html;charset='windows-1251'"],
    ['spaced', 'text/html ; CharSet = windows-1251 ; x=y'],
  ])('reads a %s header', (_name, header) => {
    expect(decodeBody(bytes(0xcf), header).text).toBe('П');
  });

  it('passes over a header charset that no one knows', () => {
    expect(decodeBody(latin1('<meta charset=windows-1251>\xcf'), 'text/html; charset=foo').text).toContain('П');
  });

  it('reads the meta forms and the XML declaration', () => {
    const form = '<meta http-equiv="Content-Type" content="text/html; charset=windows-1251">\xcf';
    expect(decodeBody(latin1(form)).encoding).toBe('windows-1251');
    expect(
      decodeBody(latin1('<?xml version="1.0" encoding="windows-1251"?><a>\xcf</a>'), 'application/xml').text,
    ).toContain('П');
    expect(decodeBody(latin1('<meta charset=utf-16>\xc3\xa9')).encoding).toBe('utf-8');
    expect(decodeBody(latin1('<!-- <meta charset=koi8-r> --><meta charset=windows-1251>\xcf')).encoding).toBe(
      'windows-1251',
    );
  });

  it('finds a late meta as a browser does, up to PRESCAN_BYTES', () => {
    const late = (offset: number): Uint8Array => latin1(`${' '.repeat(offset)}<meta charset=windows-1251>\xcf`);
    // Also one that begins within the first bytes that are looked at and ends beyond them.
    for (const offset of [0, 1_000, 1_010, 1_023, 1_024, 5_000]) {
      expect(decodeBody(late(offset)).encoding).toBe('windows-1251');
    }
    expect(decodeBody(late(PRESCAN_BYTES)).encoding).toBe('windows-1252');
  });

  it('trusts many valid UTF-8 sequences over an old meta tag and over the header, and says so', () => {
    const stale = Buffer.from(`<meta charset=gb2312>${'中文网页'}`, 'utf8');
    const read = { text: stale.toString(), encoding: 'utf-8', contradicts: 'gbk' };
    expect(decodeBody(stale, 'text/html')).toEqual(read);
    expect(decodeBody(stale, 'text/html; charset=gb2312')).toEqual(read);
    // One lucky pair is no proof.
    expect(decodeBody(latin1('<meta charset=windows-1252>\xc3\xa9')).encoding).toBe('windows-1252');
    expect(decodeBody(latin1('\xc3\xa9'), 'text/html; charset=iso-8859-1')).toEqual({
      text: 'Ã©',
      encoding: 'windows-1252',
    });
  });

  it.each([
    ['latin1 said to be UTF-8', latin1('<p>caf\xe9 cr\xe8me'), 'utf-8', '<p>café crème', 'windows-1252'],
    ['one letter of it', latin1('<p>\xa9 2020'), 'utf-8', '<p>© 2020', 'windows-1252'],
    ['Cyrillic', latin1('\xcf\xf0\xe8\xe2\xe5\xf2, \xea\xe0\xea'), 'utf-8', 'Привет, как', 'windows-1251'],
    ['Japanese', JAPANESE_SJIS, 'utf-8', JAPANESE, 'shift_jis'],
    ['another Japanese encoding', JAPANESE_SJIS, 'euc-jp', JAPANESE, 'shift_jis'],
    ['ASCII said to be UTF-16', latin1('<p>plain'), 'utf-16le', '<p>plain', 'utf-8'],
  ])('decodes bytes that contradict the header by what they are: %s', (_name, body, declared, text, encoding) => {
    expect(decodeBody(body, `text/html; charset=${declared}`)).toEqual({ text, encoding, contradicts: declared });
  });

  it('takes the word of the document where the header is wrong', () => {
    const body = latin1('<meta charset=iso-8859-2><p>\xb1\xe6 \xea');
    expect(decodeBody(body, 'text/html; charset=utf-8')).toEqual({
      text: '<meta charset=iso-8859-2><p>ąć ę',
      encoding: 'iso-8859-2',
      contradicts: 'utf-8',
    });
    expect(decodeBody(latin1('<meta charset=utf-8><p>caf\xe9 x')).contradicts).toBe('utf-8');
  });

  it('leaves UTF-8 with a few broken letters, or cut off, as it is', () => {
    const broken = Buffer.concat([Buffer.from('<p>é è ü'), latin1('\xe9 x')]);
    expect(decodeBody(broken, 'text/html; charset=utf-8')).toEqual({ text: '<p>é è ü\ufffd x', encoding: 'utf-8' });
    const cut = Buffer.from('<p>plain €').subarray(0, -1);
    expect(decodeBody(cut, 'text/html; charset=utf-8')).toEqual({ text: '<p>plain \ufffd', encoding: 'utf-8' });
    const lostBefore = Buffer.concat([Buffer.from('<p>\ufffd \ufffd'), latin1('\xe9 x')]);
    expect(decodeBody(lostBefore, 'text/html; charset=utf-8').encoding).toBe('utf-8');
    expect(decodeBody(bytes(), 'text/html; charset=utf-16')).toEqual({ text: '', encoding: 'utf-16le' });
  });

  it.each([
    ['four letters of two bytes', 'éééé', 'utf-8'],
    ['three letters of two bytes', 'ééé', 'windows-1252'],
    ['two quotation marks of three bytes', '“”', 'utf-8'],
  ])('counts bytes beyond one per character: %s', (_name, text, encoding) => {
    expect(decodeBody(Buffer.from(`<meta charset=windows-1252>${text}`)).encoding).toBe(encoding);
  });

  it('reads undeclared UTF-8 as such and falls back to windows-1252', () => {
    expect(decodeBody(Buffer.from('<p>日本 é'))).toEqual({ text: '<p>日本 é', encoding: 'utf-8' });
    expect(decodeBody(latin1('<p>caf\xe9 \x80'))).toEqual({ text: '<p>café €', encoding: 'windows-1252' });
    expect(decodeBody(latin1('plain'))).toEqual({ text: 'plain', encoding: 'windows-1252' });
  });

  it.each([
    ['shift_jis', Buffer.concat([latin1('<p>'), JAPANESE_SJIS])],
    ['euc-jp', Buffer.concat([latin1('<p>'), JAPANESE_EUC])],
    ['windows-1251', latin1('<p>\xcf\xf0\xe8\xe2\xe5\xf2, \xea\xe0\xea \xe4\xe5\xeb\xe0')],
    ['koi8-r', latin1('<p>\xf0\xd2\xc9\xd7\xc5\xd4, \xcb\xc1\xcb \xc4\xc5\xcc\xc1')],
    ['euc-kr', bytes(0xb4, 0xeb, 0xc7, 0xd1, 0xb9, 0xce, 0xb1, 0xb9, 0xc0, 0xc7, 0xb1, 0xdb)],
  ])('guesses undeclared %s', (encoding, body) => {
    expect(decodeBody(body, 'text/html').encoding).toBe(encoding);
  });

  it('looks at GUESS_BYTES of a long document only', () => {
    const body = Buffer.concat([Buffer.alloc(GUESS_BYTES, 'a'), JAPANESE_SJIS]);
    expect(decodeBody(body, 'text/html').encoding).toBe('windows-1252');
  });

  it('takes JSON, XML and text for UTF-8 where nothing says otherwise', () => {
    expect(decodeBody(Buffer.from('{"a":"é"}'), 'application/json')).toEqual({ text: '{"a":"é"}', encoding: 'utf-8' });
    expect(decodeBody(latin1('{"a":"\xe9"}'), 'application/json').text).toBe('{"a":"\ufffd"}');
    expect(decodeBody(latin1('abc'), 'text/plain').encoding).toBe('utf-8');
    expect(decodeBody(latin1('<a>\xe9</a>'), 'application/rss+xml').encoding).toBe('utf-8');
    expect(decodeBody(latin1('na\xefve'), 'text/plain').text).toBe('naïve');
  });

  it('never throws', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), fc.option(fc.string(), { nil: undefined }), (body, header) => {
        expect(typeof decodeBody(body, header).text).toBe('string');
      }),
    );
  });
});
