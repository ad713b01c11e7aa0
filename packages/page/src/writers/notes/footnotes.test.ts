import { expect, it } from '@jest/globals';
import { watchProcessor } from '@quarry/testkit/processor-time';
import { convertPage } from '../../convert/convert-page.js';

const markdown = (body: string): string | undefined =>
  convertPage(
    { text: `<body>${body}</body>`, url: 'https://site.example/page', mediaType: 'text/html' },
    { formats: ['markdown'], links: false, emails: false },
  ).markdown;

it.each([
  [
    'a raised link and a list',
    '<p>Fact<sup id="r1"><a href="#n1">[1]</a></sup> more.</p><ol><li id="n1"><span class="mw-cite-backlink"><a href="#r1">^</a></span> Book, p. 3.</li></ol>',
    'Fact[^1] more.\n\n[^1]: Book, p. 3.',
  ],
  [
    'a raised link with white space around it',
    '<p>Fact<sup>\n<a href="#n1">\n[1]\n</a>\n</sup> more.</p><ol><li id="n1">Book.</li></ol>',
    'Fact[^1] more.\n\n[^1]: Book.',
  ],
  [
    'marked references and back links',
    '<p>Fact<a href="#fn1" id="fnref1" role="doc-noteref"><sup>1</sup></a>.</p><section><hr><ol><li id="fn1"><p>One.<a href="#fnref1">↩︎</a></p><p>Two.</p></li></ol></section>',
    'Fact[^1].\n\n---\n\n[^1]: One.\n\n    Two.',
  ],
  [
    'a note that repeats its number',
    '<p>Fact<sup><a href="#note1">[1]</a></sup>.</p><p id="note1"><sup>[1]</sup> A tachyon.</p>',
    'Fact[^1].\n\n[^1]: A tachyon.',
  ],
  [
    'two notes of the same number',
    '<p>A<sup><a href="#a1">1</a></sup> B<sup><a href="#b1">1</a></sup></p><p id="a1">Of A.</p><p id="b1">Of B.</p>',
    'A[^1] B[^1-2]\n\n[^1]: Of A.\n\n[^1-2]: Of B.',
  ],
  [
    'a note that is referred to twice',
    '<p>A<sup><a href="#n">*</a></sup> B<sup><a href="#n">*</a></sup></p><p id="n">Both.</p>',
    'A[^*] B[^*]\n\n[^*]: Both.',
  ],
])('writes %s as footnotes', (_name, body, expected) => {
  expect(markdown(body)).toBe(expected);
});

it('keeps references without a note, notes before their reference, and notes in tables', () => {
  expect(markdown('<p>Fact<sup><a href="#gone">1</a></sup>.</p>')).toContain('#gone');
  expect(markdown('<p id="up">Up.</p><p>Fact<sup><a href="#up">1</a></sup>.</p>')).not.toContain('[^');
  const table = '<table><tr><th>A<th>B<tr><td id="t">Note<td>x<tr><td>y<td>z</table>';
  expect(markdown(`<p>Fact<sup><a href="#t">1</a></sup>.</p>${table}`)).not.toContain('[^');
  expect(markdown('<p>See <a href="#part">2</a>.</p><div id="part">Part 2</div>')).not.toContain('[^');
});

it('reads no more than 2,000 notes', () => {
  const count = 2_010;
  const all = Array.from({ length: count }, (_, index) => index + 1);
  const text = all.map((number) => `<sup><a href="#n${number}">${number}</a></sup>`).join(' ');
  const notes = all.map((number) => `<p id="n${number}">Note.</p>`).join('');
  const written = markdown(`<p>${text}</p>${notes}`) ?? '';
  expect(written).toContain('[^2000]: Note.');
  expect(written).not.toContain('[^2001]');
});

it('reads references in time that does not grow with the page around them', () => {
  const all = Array.from({ length: 600 }, (_, index) => index + 1);
  const text = all.map((number) => `<sup> <a href="#n${number}">${number}</a> </sup>`).join(' ');
  const notes = all.map((number) => `<p id="n${number}">Note.</p>`).join('');
  const usedMs = watchProcessor();
  expect(markdown(`<p>${text}</p>${notes}${'<i>a</i> '.repeat(5_000)}`)).toContain('[^600]: Note.');
  expect(usedMs()).toBeLessThan(3_000);
});
