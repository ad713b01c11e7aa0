import { z } from 'zod';
import { answer, anything, block, int, listOf, number, pagination, string, strings } from '../answer.js';

const article = block({
  position: z.int(),
  title: z.string(),
  ...strings('resultId', 'type', 'link', 'snippet', 'relatedPagesLink', 'cachedPageLink'),
  publicationInfo: block({
    summary: string,
    authors: listOf(block(strings('name', 'link', 'authorId'))),
  }).optional(),
  resources: listOf(block(strings('title', 'fileFormat', 'link'))),
  citedBy: block({ total: int, ...strings('citesId', 'link') }).optional(),
  versions: block({ total: int, ...strings('clusterId', 'link') }).optional(),
});

export const scholarResult = answer({
  searchInformation: block({ totalResults: int, timeTaken: number, queryDisplayed: string }).optional(),
  organicResults: z.array(article),
  profiles: anything,
  relatedSearches: listOf(block(strings('query', 'link'))),
  pagination,
});
