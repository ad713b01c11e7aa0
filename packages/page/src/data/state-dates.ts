import type { Document } from 'domhandler';
import { rawText, walk } from '@quarry/html';
import { normalDate } from './normal-date.js';

/** The time of publication in data for the scripts of a page, quotes escaped where the data is within a text. */
const PUBLISHED =
  /\\?"(?:datePublished|publish(?:ed)?_?(?:date|at|on|time)|publication_?date|first_?published(?:_?(?:at|date))?)\\?"\s*:\s*\\?"(\d{4}-\d\d-\d\d[^"\\]{0,25})/gi;

/**
 * When a page was published, as the data for its scripts says. Undefined where that has several days: it has those of other
 * pages too.
 */
export const dayOfState = (root: Document): string | undefined => {
  const dates = new Map<string, string>();
  walk(root, {
    enter: (element) => {
      if (element.name !== 'script') return dates.size < 2;
      for (const [, date = ''] of rawText(element).matchAll(PUBLISHED)) {
        dates.set(date.slice(0, 'yyyy-mm-dd'.length), date);
        if (dates.size > 1) break;
      }
      return false;
    },
  });
  const [date] = dates.size === 1 ? dates.values() : [];
  return date === undefined ? undefined : normalDate(date);
};
