import { walk } from '../../../dom/walk.js';
import { fold, readText } from '../../shared/reader-text.js';
import type { ResultsPage } from './results-page.js';

/** The text searched for: from the page's address, else from its search box. */
export const queryOf = ({ root, url }: Pick<ResultsPage, 'root' | 'url'>): string => {
  const asked = URL.parse(url)?.searchParams.get('q');
  if (asked) return fold(asked);
  let found: string | undefined;
  walk(root, {
    enter: (element) => {
      const { name, attribs } = element;
      if (found === undefined && attribs['name'] === 'q') {
        if (name === 'input') found = attribs['value'];
        else if (name === 'textarea') found = attribs['value'] ?? readText(element);
      }
      return found === undefined;
    },
  });
  return fold(found ?? '');
};
