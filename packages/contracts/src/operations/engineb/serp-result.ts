import { z } from 'zod';
import { answer, block, int, listOf, pagination, string, strings } from '../answer.js';

const sitelink = block(strings('title', 'link', 'snippet'));
const reference = block({ index: int, ...strings('title', 'link', 'source', 'snippet') });

export const enginebSerpResult = answer({
  organicResults: z.array(
    block({
      position: z.int(),
      title: z.string(),
      link: z.string(),
      ...strings('displayedLink', 'source', 'snippet', 'date'),
      sitelinks: listOf(sitelink),
    }),
  ),
  ads: listOf(
    block({
      position: int,
      ...strings('blockPosition', 'title', 'link', 'source', 'displayedLink', 'description'),
      sitelinks: listOf(sitelink),
    }),
  ),
  aiAnswer: block({
    textBlocks: listOf(block({ ...strings('type', 'snippet'), list: listOf(block({ snippet: string })) })),
    references: listOf(reference),
  }).optional(),
  relatedSearches: listOf(block(strings('query', 'link'))),
  pagination,
});
