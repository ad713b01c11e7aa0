import { z } from 'zod';
import { bool, requestMetadata, string, strings, texts } from '../answer.js';

/** Answer of `scrape/web`, with no key besides these. Which of the formats are present follows `outputFormat`. */
export const webResult = z.strictObject({
  requestMetadata: z.strictObject({ ...requestMetadata.shape, id: z.uuid() }),
  statusCode: z.int().min(100).max(599),
  statusText: string,
  url: z.string(),
  rendered: bool,
  headers: z.record(z.string(), z.string()),
  ...strings('screenshot', 'content', 'markdown', 'text'),
  json: z
    .unknown()
    .optional()
    .describe(
      'A page as data: title, byline, published, language, description, canonical, openGraph, jsonLd, microdata, headings, tables, text, each where the page has it. Of a JSON document its own value.',
    ),
  links: texts,
  emails: texts,
  extractedData: z.record(z.string(), z.union([z.string(), z.array(z.string()), z.null()])).optional(),
  limitsHit: texts.describe(
    'Names of bounds that the document ran into, such as maxLinks; what lies beyond them is left out. Absent when there is none.',
  ),
  aiResponse: z.record(z.string(), z.unknown()).optional(),
  aiExtraction: z
    .strictObject({
      extractor: z.enum(['embedded', 'model']),
      model: z.string().optional(),
      promptTokens: z.int().optional(),
      completionTokens: z.int().optional(),
      note: z.string().optional().describe('Why the embedded extractor stood in for the model, or what was left out.'),
    })
    .optional()
    .describe('Who answered aiExtractRules.'),
  warnings: texts.describe(
    'What the caller may want to know, such as that robots.txt forbids the page. Absent when there is none.',
  ),
});
