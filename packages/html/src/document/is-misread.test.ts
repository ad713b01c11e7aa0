import { TextDecoder } from '@exodus/bytes/encoding.js';
import { describe, expect, it } from '@jest/globals';
import { decodeBody } from './decode-body.js';
import { isMisread } from './is-misread.js';

const FRENCH = 'Crème brûlée, à côté de l’été déjà passé. ';
const RUSSIAN = 'Карьер открывается на рассвете, и телеги везут камень к реке. ';
const CHINESE = '采石场在黎明时分开放，马车把石头运到河边，驳船在那里等待涨潮。';
const GREEK = 'Το λατομείο ανοίγει την αυγή και τα κάρα μεταφέρουν πέτρα. ';
const page = (text: string, charset?: string): string =>
  `<!doctype html><html><head>${charset === undefined ? '' : `<meta charset="${charset}">`}<title>t</title></head>` +
  `<body><h1>${text}</h1><p>${text.repeat(8)}</p></body></html>`;
const latin1 = (text: string): Buffer => Buffer.from(text.replaceAll('’', "'"), 'latin1');

/** What a browser makes of the bytes: it believes what is declared. */
const shown = (bytes: Uint8Array, charset: string): string => new TextDecoder(charset).decode(bytes);
const html = (charset: string): string => `text/html; charset=${charset}`;

describe('isMisread', () => {
  it.each([
    ['latin-1 said to be UTF-8', latin1(page(FRENCH)), 'utf-8'],
    ['UTF-8 said to be latin-1', Buffer.from(page(FRENCH)), 'iso-8859-1'],
    ['UTF-8 said to be windows-1251', Buffer.from(page(RUSSIAN)), 'windows-1251'],
    ['UTF-8 said to be windows-1253, of which some bytes mean nothing', Buffer.from(page(GREEK)), 'windows-1253'],
    ['UTF-8 said to be GBK', Buffer.from(page(CHINESE)), 'gbk'],
    ['UTF-8 said to be Shift_JIS', Buffer.from(page(CHINESE)), 'shift_jis'],
  ])('tells of %s, as of the bytes', (_name, bytes, charset) => {
    expect(decodeBody(bytes, html(charset)).contradicts).toBeDefined();
    expect(isMisread(shown(bytes, charset), html(charset))).toBe(true);
  });

  it.each([
    ['UTF-8', Buffer.from(page(CHINESE)), 'utf-8'],
    ['latin-1', latin1(page(FRENCH)), 'iso-8859-1'],
    ['ASCII', Buffer.from(page('plain')), 'iso-8859-1'],
    ['UTF-8 with one broken character', Buffer.concat([Buffer.from(page(RUSSIAN)), latin1('é')]), 'utf-8'],
  ])('says nothing of %s that is what it says', (_name, bytes, charset) => {
    expect(decodeBody(bytes, html(charset)).contradicts).toBeUndefined();
    expect(isMisread(shown(bytes, charset), html(charset))).toBe(false);
  });

  it('goes by the declaration of the document where the header has none', () => {
    const lying = Buffer.from(page(RUSSIAN, 'windows-1251'));
    expect(isMisread(shown(lying, 'windows-1251'), 'text/html')).toBe(true);
    expect(isMisread(shown(lying, 'utf-8'), html('utf-8'))).toBe(false);
    const broken = shown(latin1(page(FRENCH)), 'utf-8');
    expect(isMisread(broken, 'text/html')).toBe(false);
    expect(isMisread(broken)).toBe(false);
  });
});
