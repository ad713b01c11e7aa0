import { describe, expect, it } from '@jest/globals';
import { convertPage } from '../convert/convert-page.js';
import { estimateTokens } from '../rules/model/token-estimate.js';
import type { ConversionRequest, PageContent } from '../source/page-content.js';

const convert = (text: string, wish: Partial<ConversionRequest>, mediaType = 'text/html'): PageContent =>
  convertPage(
    { text, url: 'https://a.example/dir/', mediaType },
    { formats: ['markdown'], links: false, emails: false, ...wish },
  );

const markdown = (text: string, wish: Partial<ConversionRequest>, mediaType?: string): unknown =>
  convert(text, wish, mediaType).markdown;

const PAGE = `<h1><a href="/top">Slate</a></h1>
  <p>By <a href="mailto:mara@a.example.com">mara@a.example.com</a>, see <a href="b.html"><em>more</em> here</a>.</p>
  <p><a href="/big"><img src="small.jpg" alt="A lamp"></a> <img src="plain.png" alt="Plain"> end</p>
  <p>x <code><a href="/c">code()</a></code> <iframe src="https://video.example/1" title="Film"></iframe></p>`;

describe('markdown', () => {
  it('without links keeps their text, and their pictures', () => {
    expect(markdown(PAGE, { dropLinks: true })).toBe(
      [
        '# Slate',
        'By mara@a.example.com, see *more* here.',
        '![A lamp](https://a.example/dir/small.jpg) ![Plain](https://a.example/dir/plain.png) end',
        'x `code()`',
      ].join('\n\n'),
    );
  });

  it('without images keeps the links that show more than one', () => {
    expect(markdown(PAGE, { dropImages: true })).toBe(
      [
        '# [Slate](https://a.example/top)',
        'By [mara@a.example.com](mailto:mara@a.example.com), see [*more* here](https://a.example/dir/b.html).',
        'end',
        'x [`code()`](https://a.example/c) [Film](https://video.example/1)',
      ].join('\n\n'),
    );
  });

  it('without both is text with its structure', () => {
    const text = markdown(PAGE, { dropLinks: true, dropImages: true });
    expect(text).not.toMatch(/[[\]]|https?:/);
    expect(text).toContain('# Slate');
  });

  it('of a feed has neither, too', () => {
    const feed =
      '<rss version="2.0"><channel><title>News</title><item><title>One</title><link>https://a.example/1</link></item></channel></rss>';
    const whole = markdown(feed, {}, 'application/rss+xml');
    expect(whole).toContain('](https://a.example/1)');
    expect(markdown(feed, { dropLinks: true }, 'application/rss+xml')).not.toContain('](');
  });

  it('leaves the other formats as they are', () => {
    const formats = ['html', 'text', 'json'] as const;
    const options = { dropLinks: true, dropImages: true, tokenCount: true };
    expect(convert(PAGE, { formats, links: true, ...options })).toEqual(convert(PAGE, { formats, links: true }));
  });
});

describe('tokenCount', () => {
  it.each([
    ['text/html', PAGE],
    ['text/plain', 'Größe und Gewicht'],
    ['application/json', '{"a": [1, 2]}'],
    ['application/rss+xml', '<rss version="2.0"><channel><title>News</title></channel></rss>'],
  ])('is the estimate of the markdown alone: %s', (mediaType, text) => {
    const content = convert(text, { formats: ['markdown', 'text'], tokenCount: true }, mediaType);
    expect(content.tokenCount).toBe(estimateTokens(content.markdown ?? ''));
    expect(content.tokenCount).toBeGreaterThan(0);
  });

  it('is absent unless it is asked for, and without markdown', () => {
    expect(convert(PAGE, {})).not.toHaveProperty('tokenCount');
    expect(convert(PAGE, { formats: ['text'], tokenCount: true })).not.toHaveProperty('tokenCount');
  });
});
