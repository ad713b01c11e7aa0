import native, { type OutputFormat, type PreprocessingPreset } from '@kreuzberg/html-to-markdown-node';
import { Readability } from '@mozilla/readability';
import { Defuddle } from 'defuddle/node';
import { parseHTML } from 'linkedom';
import type { PageFacts } from '../reading/judge-facts.js';
import { textOf } from './articles.js';

/** What a library makes of a page. */
export interface Reading {
  /** The main text, or html that holds it. */
  readonly content: string;
  /** What it reads of the page in the same run. */
  readonly facts?: PageFacts;
}

export interface Extractor {
  readonly name: string;
  /** Only this is timed. */
  readonly extract: (html: string, url: string) => Reading | Promise<Reading>;
  readonly isHtml: boolean;
}

type ReadableDocument = ConstructorParameters<typeof Readability>[0];

/** A document of another parser, as the libraries want it. */
// safe because linkedom's own types do not resolve here, and what it makes is a document
export const documentOf = (html: string): ReadableDocument =>
  (parseHTML as (html: string) => { document: ReadableDocument })(html).document;

const orNone = (text: string | null | undefined): string | undefined => text ?? undefined;

/** What runs in this process, ours first. */
export const EXTRACTORS: readonly Extractor[] = [
  { name: 'quarry', isHtml: false, extract: (html, url) => ({ content: textOf(html, url, true) }) },
  {
    name: 'readability.js 0.6.0',
    isHtml: true,
    extract: (html) => {
      const { title, byline, publishedTime, excerpt, content } = new Readability(documentOf(html)).parse() ?? {};
      const facts = { title, byline, published: publishedTime, description: excerpt };
      return {
        content: content ?? '',
        facts: Object.fromEntries(Object.entries(facts).map(([name, fact]) => [name, orNone(fact)])),
      };
    },
  },
  {
    name: 'defuddle 0.19.4',
    isHtml: true,
    extract: async (html, url) => {
      // Without this it asks services in the network about pages in which it finds nothing.
      const read = await Defuddle(documentOf(html), url, { useAsync: false });
      const { title, author, published, description, content } = read;
      return { content, facts: { title, byline: author, published, description } };
    },
  },
  {
    name: 'html-to-markdown 3.7.2',
    isHtml: false,
    extract: (html) => ({
      content:
        native.convert(html, {
          // safe because the enums are these strings; the module exports them as types alone
          outputFormat: 'Plain' as OutputFormat,
          preprocessing: { enabled: true, preset: 'Aggressive' as PreprocessingPreset },
        }).content ?? '',
    }),
  },
];
