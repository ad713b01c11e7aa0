import type { Element } from 'domhandler';
import { visibleText } from '../../dom/visible-text.js';
import { rawText, walk } from '../../dom/walk.js';
import type { PageSource } from '../page-source.js';

const squash = (text: string): string => text.replace(/[^\p{L}\p{N}]+/gu, '').toLowerCase();
/** A shorter heading is no title only because the page's title holds it. */
const MIN_CHARS = 8;
const MAX_CHARS = 600;
const TITLE_META: ReadonlySet<string> = new Set([
  'og:title',
  'twitter:title',
  'headline',
  'dc.title',
  'parsely-title',
  'sailthru.title',
]);

/** Tells headings that only repeat what the page says is its title. */
export const titleMatcher = (source: PageSource): ((line: string) => boolean) => {
  const titles = new Set<string>();
  const headings: Element[] = [];
  const add = (text: string | undefined): void => {
    if (text === undefined || text.length > MAX_CHARS) return;
    titles.add(squash(text));
    for (const piece of text.split(/\s[|»·•/\\:–—-]+\s/)) titles.add(squash(piece));
  };
  walk(source.root, {
    enter: (element) => {
      if (element.name === 'title') add(rawText(element));
      else if (element.name === 'meta') {
        const { property, name, itemprop, content } = element.attribs;
        if (TITLE_META.has((property ?? name ?? itemprop ?? '').toLowerCase())) add(content);
      } else if (element.name === 'h1') headings.push(element);
      return element.name !== 'svg' && element.name !== 'title';
    },
  });
  // The one main heading is the title as well: pages repeat it in their bars.
  if (headings.length === 1) add(visibleText(headings[0] as Element, MAX_CHARS));
  return (line) => {
    const key = squash(line);
    return key.length >= MIN_CHARS && titles.has(key);
  };
};
