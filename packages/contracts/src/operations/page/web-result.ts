import { z } from 'zod';
import { answer, anything, bool, string, strings, texts } from '../answer.js';

const pageData = z.looseObject({
  ...strings('title', 'byline', 'published', 'language', 'description', 'canonical', 'text'),
  openGraph: anything,
  jsonLd: anything,
  microdata: anything,
  headings: anything,
  tables: anything,
});

/** Answer of `scrape/web`. Which of the formats are present follows `outputFormat`. */
export const webResult = answer({
  statusCode: z.int(),
  statusText: string,
  url: z.string(),
  rendered: bool,
  headers: z.record(z.string(), z.string()),
  ...strings('screenshot', 'content', 'markdown', 'text'),
  json: pageData.optional(),
  links: texts,
  emails: texts,
  extractedData: z.record(z.string(), z.union([z.string(), z.array(z.string()), z.null()])).optional(),
  limitsHit: texts.describe(
    'Names of bounds that the document ran into, such as maxLinks; what lies beyond them is left out. Absent when there is none.',
  ),
  aiResponse: z.record(z.string(), z.unknown()).optional(),
});
