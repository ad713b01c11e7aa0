import { z } from 'zod';
import { bool, requestMetadata, string, strings, texts } from '../answer.js';

/** Result of `scrape/web`, with no other keys. `outputFormat` decides which formats are present. */
export const webResult = z.strictObject({
  requestMetadata: z.strictObject({
    ...requestMetadata.shape,
    id: z.uuid(),
    title: string.describe('Title of the document.'),
  }),
  statusCode: z.int().min(100).max(599),
  statusText: string,
  url: z.string(),
  rendered: bool,
  headers: z.record(z.string(), z.string()),
  ...strings('screenshot', 'pdf', 'content', 'markdown', 'text'),
  tokenCount: z
    .int()
    .min(0)
    .optional()
    .describe(
      'Tokens of markdown, by tokenizer; without one estimated by its length: 4 ASCII characters, 2 of other alphabets or 1 CJK character each.',
    ),
  chunks: z
    .array(
      z.strictObject({
        id: z.string().describe('Stays while its headings and its place below them stay, whatever the text becomes.'),
        headings: z.array(z.string()).describe('The headings above it and its own, outermost first.'),
        markdown: z.string(),
        tokenCount: z.int().min(1),
      }),
    )
    .optional()
    .describe(
      'All of markdown in order, cut at headings, then between blocks; each piece of a long table repeats its header, each piece of long code its fence.',
    ),
  json: z
    .unknown()
    .optional()
    .describe(
      'The page as data: title, byline, published, language, description, canonical, openGraph, jsonLd, microdata, headings, tables, pageKind, text, each if the page has it. pageKind is a guess, kind and confidence from 0.5 to 1: article, product, listing, thread, documentation, profile, event or recipe; absent if unsure. For a JSON document, its value.',
    ),
  links: texts,
  emails: texts,
  extractedData: z
    .record(z.string(), z.union([z.string(), z.null(), z.array(z.unknown()), z.record(z.string(), z.unknown())]))
    .optional()
    .describe(
      'By rule: a string of CSS gives null, a string or a list; an object of type item a value or null, of type list a list.',
    ),
  jsScenarioResults: z
    .array(z.unknown())
    .optional()
    .describe('What each evaluate step of jsScenario returned, in order, as JSON; null for undefined.'),
  limitsHit: texts.describe(
    'Limits that the document exceeded, such as maxLinks; the rest is left out. Absent if there are none.',
  ),
  aiResponse: z.record(z.string(), z.unknown()).optional(),
  aiExtraction: z
    .strictObject({
      extractor: z.enum(['embedded', 'model']),
      model: z.string().optional(),
      promptTokens: z.int().optional(),
      completionTokens: z.int().optional(),
      note: z.string().optional().describe('Why the embedded extractor replaced the model, or what was left out.'),
    })
    .optional()
    .describe('Which extractor produced aiResponse.'),
  warnings: texts.describe(
    'What to know of the page: empty_document (0 bytes, free of charge), charset_mismatch (the bytes contradict their declared charset: decoded by what they are, or as declared where a browser rendered the page), main_content_not_found (onlyMainContent returned the whole page), or that robots.txt disallows it. Absent if there are none.',
  ),
});
