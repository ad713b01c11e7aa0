import { expect, it } from '@jest/globals';
import { convertPage } from '../convert/convert-page.js';
import { watchProcessor } from '@quarry/testkit/processor-time';

const convert = (html: string): { text?: string; markdown?: string } =>
  convertPage(
    { text: html, url: 'https://a.example/', mediaType: 'text/html' },
    { formats: ['text', 'markdown'], links: false, emails: false },
  );

it('reads the words of a drawing and not what it only keeps', () => {
  const html = 'a<svg><title>t</title><desc>d</desc><defs><text>x</text></defs><text>1</text><text>2</text></svg>b';
  expect(convert(html)).toEqual({ text: 'a 1 2 b', markdown: 'a 1 2 b' });
});

it.each([
  ['its own name', '<a href="/x" aria-label="own"><svg aria-label="icon"></svg></a>', '[own](https://a.example/x)'],
  [
    'the label of its icon',
    '<a href="/x"><span><svg aria-label="icon"></svg></span></a>',
    '[icon](https://a.example/x)',
  ],
  ['the title of its icon', '<a href="/x"><svg><title> my\nicon</title></svg></a>', '[my icon](https://a.example/x)'],
  ['nothing', '<a href="/x"><svg></svg></a>', ''],
])('calls a link without words by %s', (_name, html, expected) => {
  expect(convert(html).markdown).toBe(expected);
});

it('shows what a shadow root holds, and no other template', () => {
  const html = '<x-a><template shadowrootmode="open"><p>a</p></template>b</x-a><template>c</template>';
  expect(convert(html).text).toBe('a\n\nb');
});

it('leaves columns of line numbers out', () => {
  const html =
    '<pre>a\nb</pre><div class="line-numbers"><span>1</span><span>2</span></div><p class="line-numbers">Line 3</p>';
  expect(convert(html).markdown).toBe('```\na\nb\n```\n\nLine 3');
});

it('shows the picture for readers without scripts in place of its placeholder', () => {
  const html = '<img src="/blank.gif" alt="p"> <noscript><img src="/real.jpg"></noscript>';
  expect(convert(html).markdown).toBe('![p](https://a.example/real.jpg)');
});

it('looks at nested columns and credits a bounded number of times', () => {
  const nested = (attribute: string): string => `<div ${attribute}>`.repeat(400) + '<i>1</i>'.repeat(40_000) + 'x';
  const usedMs = watchProcessor();
  expect(convert(nested('class="line-numbers"')).text).toMatch(/1x$/);
  convertPage(
    { text: nested('itemprop="author"'), url: '', mediaType: 'text/html' },
    { formats: ['json'], links: false, emails: false },
  );
  expect(usedMs()).toBeLessThan(10_000);
}, 30_000);

it.each([
  ['<i role="img" aria-label="4.5 out of 5 stars"><svg></svg></i>', 'a 4.5 out of 5 stars b'],
  ['<span title="4,5 von 5 Sternen"><i></i></span>', 'a 4,5 von 5 Sternen b'],
  ['<span title="4 stars">four</span>', 'a four b'],
  ['<span title="Chapter 4"></span>', 'a b'],
])('says the rating that is drawn as stars: %s', (stars, expected) => {
  expect(convert(`<p>a ${stars} b</p>`).markdown).toBe(expected);
});

it('finds a picture in whichever attribute its script keeps the address', () => {
  expect(convert('<img alt="a" data-lsrc="/a.png">').markdown).toBe('![a](https://a.example/a.png)');
});
