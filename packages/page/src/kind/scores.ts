import type { PageKind } from '../source/page-content.js';

export const PAGE_KINDS = [
  'article',
  'product',
  'listing',
  'thread',
  'documentation',
  'profile',
  'event',
  'recipe',
] as const satisfies readonly PageKind[];

/** Evidence for each kind, summed: about 3 is a hint, 5 as good as certain. */
export type Scores = Record<PageKind, number>;
