import { z } from 'zod';
import { block, listOf, strings } from './answer.js';

export const sitelink = block(strings('title', 'link', 'snippet'));

/** What an organic result of the second or third engine has. */
export const organicResult = {
  position: z.int(),
  title: z.string(),
  link: z.string(),
  ...strings('displayedLink', 'source', 'snippet', 'date'),
  sitelinks: listOf(sitelink),
};
