import { z } from 'zod';
import { answer, anything, block, int, listOf, string, strings } from '../answer.js';

/** `nextPageToken` stands at the top and in `pagination`; both are absent on the last page. */
export const enginecSerpResult = answer({
  organicResults: z.array(
    block({
      position: z.int(),
      title: z.string(),
      link: z.string(),
      ...strings('displayedLink', 'source', 'snippet', 'date'),
      sitelinks: listOf(block(strings('title', 'link', 'snippet'))),
      video: anything,
    }),
  ),
  ads: listOf(block({ position: int, ...strings('title', 'link', 'displayedLink', 'source', 'description') })),
  searchAssist: block({ answer: string, sources: anything }).optional(),
  nextPageToken: string,
  pagination: block({ nextPageToken: string }).optional(),
});
