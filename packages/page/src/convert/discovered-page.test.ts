import { describe, expect, it } from '@jest/globals';
import type { ConversionRequest } from '../source/page-content.js';
import { convertPage } from './convert-page.js';

const PAGE = {
  text: `<!doctype html><html><head><title>Slate</title></head><body><nav><a href="/up">Up</a></nav>
<main><h1>Slate</h1><p>It splits along its cleavage.</p><a href="/next">Next</a></main></body></html>`,
  url: 'https://site.example/slate',
  mediaType: 'text/html',
};
const HTML_ALONE: ConversionRequest = { formats: ['html'], links: false, emails: false };
const REDUCED: ConversionRequest = {
  ...{ formats: ['html', 'text'], links: true, emails: false, title: true },
  ...{ excludeTags: ['nav'], onlyMainContent: true, extractRules: { heading: 'h1' } },
};

describe('what a crawl goes by', () => {
  it.each([
    ['as it came', HTML_ALONE],
    ['in part', REDUCED],
  ])('is of the whole page where that is shown %s, and changes nothing that is shown', (_how, request) => {
    const { discovered, ...shown } = convertPage(PAGE, { ...request, discovers: true });
    expect(shown).toEqual(convertPage(PAGE, request));
    const whole = convertPage(PAGE, { formats: ['text'], links: true, emails: false, title: true });
    expect(discovered).toEqual(whole);
    expect(discovered?.links).toEqual(['https://site.example/up', 'https://site.example/next']);
  });

  it('is not read of what is no web page', () => {
    const page = { ...PAGE, text: 'Slate', mediaType: 'text/plain' };
    expect(convertPage(page, { ...HTML_ALONE, discovers: true })).not.toHaveProperty('discovered');
  });
});
