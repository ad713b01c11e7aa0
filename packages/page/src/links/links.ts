import { isShadowRoot, walk } from '@quarry/html';
import type { PageSource } from '../page-source.js';

/** Absolute http(s) targets of the page's links, in page order, each once. */
export const collectLinks = (source: PageSource): string[] => {
  const links = new Set<string>();
  walk(source.root, {
    enter: (element) => {
      if (element.name === 'a' || element.name === 'area') {
        const url = source.urls.web(element.attribs['href']);
        if (url !== undefined && !links.has(url)) {
          if (links.size < source.limits.maxLinks) links.add(url);
          else source.limitsHit.add('maxLinks');
        }
      }
      return element.name !== 'template' || isShadowRoot(element);
    },
  });
  return [...links];
};
