import native, { type OutputFormat, type PreprocessingPreset } from '@kreuzberg/html-to-markdown-node';
import { Readability } from '@mozilla/readability';
import { Defuddle } from 'defuddle/node';
import { parseHTML } from 'linkedom';
import { textOf } from './articles.js';

export interface Extractor {
  readonly name: string;
  /** The main text, or html that holds it. Only this is timed. */
  readonly extract: (html: string, url: string) => string | Promise<string>;
  readonly isHtml: boolean;
}

type ReadableDocument = ConstructorParameters<typeof Readability>[0];

// safe because linkedom's own types do not resolve here, and what it makes is a document
const documentOf = (html: string): ReadableDocument =>
  (parseHTML as (html: string) => { document: ReadableDocument })(html).document;

/** What runs in this process, ours first. */
export const EXTRACTORS: readonly Extractor[] = [
  { name: 'quarry', isHtml: false, extract: (html, url) => textOf(html, url, true) },
  {
    name: 'readability.js 0.6.0',
    isHtml: true,
    extract: (html) => new Readability(documentOf(html)).parse()?.content ?? '',
  },
  {
    name: 'defuddle 0.19.4',
    isHtml: true,
    extract: async (html, url) => (await Defuddle(documentOf(html), url)).content,
  },
  {
    name: 'html-to-markdown 3.7.2',
    isHtml: false,
    extract: (html) =>
      native.convert(html, {
        // safe because the enums are these strings; the module exports them as types alone
        outputFormat: 'Plain' as OutputFormat,
        preprocessing: { enabled: true, preset: 'Aggressive' as PreprocessingPreset },
      }).content ?? '',
  },
];
