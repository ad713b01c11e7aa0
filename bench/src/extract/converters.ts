import { convertPage } from '@quarry/page';

/** Converts one page's html; the result is discarded. */
export type Converter = (html: string) => unknown;

const URL_OF_PAGE = 'https://example.org/dir/page.html';
const page = (text: string) => ({ text, url: URL_OF_PAGE, mediaType: 'text/html' });
const ALL = { formats: ['html', 'text', 'markdown'], links: true, emails: true } as const;

/** By the name in the table, ours first. Each is loaded in its own process. */
export const CONVERTERS: Readonly<Record<string, () => Promise<Converter>>> = {
  'Quarry: html, text, markdown, links, emails': async () => (html) => convertPage(page(html), ALL),
  'Quarry: the same of the main content': async () => (html) =>
    convertPage(page(html), { ...ALL, onlyMainContent: true }),
  'Quarry: markdown': async () => (html) =>
    convertPage(page(html), { formats: ['markdown'], links: false, emails: false }),
  'Quarry: page as data': async () => (html) =>
    convertPage(page(html), { formats: ['json'], links: false, emails: false }),
  'html-to-markdown (native): markdown': async () => {
    const { default: native } = await import('@kreuzberg/html-to-markdown-node');
    return (html) => native.convert(html);
  },
  'node-html-markdown: markdown': async () => {
    const { NodeHtmlMarkdown } = await import('node-html-markdown');
    const converter = new NodeHtmlMarkdown();
    return (html) => converter.translate(html);
  },
  'turndown with GFM: markdown': async () => {
    const { default: TurndownService } = await import('turndown');
    const { gfm } = await import('@joplin/turndown-plugin-gfm');
    const converter = new TurndownService();
    converter.use(gfm);
    return (html) => converter.turndown(html);
  },
  'parse5: tree only': async () => {
    const { parse } = await import('parse5');
    return (html) => parse(html);
  },
  'linkedom: tree only': async () => {
    const { parseHTML } = await import('linkedom');
    return (html) => void parseHTML(html);
  },
};
