import type { PagePart } from '../page-parts.js';

/** Most running text between the title and the list that it is the title of. */
const MAX_INTRO = 250;
/** Least share of the page's text that the list must have. */
const MIN_SHARE = 0.3;
/** And how often the running text beside it. */
const MIN_TIMES = 2;

/**
 * Whether the page is a list of other pages: it begins below the title, with hardly any text before it, and is more than all text.
 * Lists below or beside a text are marked as teasers as well, but the text is before them.
 */
export const isListPage = (parts: readonly PagePart[], title: PagePart | undefined): boolean => {
  if (!title) return false;
  const [page] = parts;
  let text = 0;
  let listed = 0;
  for (let index = title.end; index < parts.length; index += 1) {
    const part = parts[index];
    if (!part) break;
    if (part.isTeaser) listed += part.isDropped ? 0 : part.all.chars;
    else if (!part.isDropped) text += part.own.mass;
    if (listed === 0 && text > MAX_INTRO) return false;
    if (part.isTeaser || part.isDropped) index = part.end - 1;
  }
  return page !== undefined && listed >= page.all.chars * MIN_SHARE && listed >= text * MIN_TIMES;
};
