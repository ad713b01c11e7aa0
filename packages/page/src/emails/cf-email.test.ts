import { describe, expect, it } from '@jest/globals';
import { convertPage } from '../convert/convert-page.js';

const hide = (address: string, key = 0x2a): string =>
  [key, ...Buffer.from(address).map((byte) => byte ^ key)].map((byte) => byte.toString(16).padStart(2, '0')).join('');

const outputs = (html: string): (string | undefined)[] => {
  const { text, markdown } = convertPage(
    { text: html, url: 'https://a.example/', mediaType: 'text/html' },
    { formats: ['text', 'markdown'], links: false, emails: false },
  );
  return [text, markdown];
};

const JOE = hide('joe_x@shop.test');
const HREF = '/cdn-cgi/l/email-protection';
const SHOWN = '[email&#160;protected]';
const LINK = '[joe_x@shop.test](mailto:joe_x@shop.test)';

describe('an address that Cloudflare hid', () => {
  it.each([
    ['in a link', `<p>a <a href="${HREF}" class="__cf_email__" data-cfemail="${JOE}">${SHOWN}</a> b`, `a ${LINK} b`],
    ['in text', `<p>a <span data-cfemail="${JOE}">${SHOWN}</span> b`, 'a joe_x@shop.test b'],
    [
      'in a link and its text',
      `<p>a <a href="${HREF}#${JOE}"><span data-cfemail="${JOE}">${SHOWN}</span></a> b`,
      `a ${LINK} b`,
    ],
    ['in a link alone', `<p>a <a href="${HREF}#${JOE}"><span>${SHOWN}</span></a> b`, `a ${LINK} b`],
    ['in a mark', `<p>a <b data-cfemail="${JOE}">${SHOWN}</b> b`, 'a joe_x@shop.test b'],
    ['under a subject', `<p>a <a href="${HREF}#${hide('joe_x@shop.test?subject=x')}">${SHOWN}</a> b`, `a ${LINK} b`],
  ])('%s is written out', (_name, html, markdown) => {
    expect(outputs(html)).toEqual(['a joe_x@shop.test b', markdown]);
  });

  it('leaves other words of its link as they are', () => {
    expect(outputs(`<a href="${HREF}#${JOE}">Write to us</a>`)).toEqual([
      'Write to us',
      '[Write to us](mailto:joe_x@shop.test)',
    ]);
  });

  it.each(['zz', '12', hide('no address')])('leaves the placeholder where %s hides nothing', (hex) => {
    expect(outputs(`<span data-cfemail="${hex}">${SHOWN}</span>`)[0]).toBe('[email\u00a0protected]');
  });
});
