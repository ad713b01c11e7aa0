import type { Document } from 'domhandler';
import { normalizeText, readText, walk } from '@quarry/html';

/** The text in a page's search box. Undefined where it has none. */
export const boxedQuery = (root: Document): string | undefined => {
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
  return found === undefined ? undefined : normalizeText(found);
};

/** The text searched for: from the page's address, else from its search box. */
export const queryOf = ({ root, url }: { readonly root: Document; readonly url: string }): string => {
  const asked = URL.parse(url)?.searchParams.get('q');
  return asked ? normalizeText(asked) : (boxedQuery(root) ?? '');
};
