import { isShadowRoot, walk } from '@quarry/html';
import type { ConversionLimitName, ConversionLimits } from '../source/conversion-limits.js';
import type { PageSource } from '../source/page-source.js';

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

const URL_IN_TEXT = /https?:\/\/[^\s"'<>\\`{}|^]{1,2000}/gi;

const trimSentenceEnd = (address: string): string => {
  let end = address.length;
  while (end > 0 && '.,;:!?)]'.includes(address[end - 1] ?? '')) end -= 1;
  return address.slice(0, end);
};

/** Addresses named in a text, without the punctuation that ends a sentence around them. */
export const linksInText = (
  text: string,
  limits: Pick<ConversionLimits, 'maxLinks'>,
  limitsHit: Set<ConversionLimitName>,
): string[] => {
  const links = new Set<string>();
  for (const [match] of text.matchAll(URL_IN_TEXT)) {
    const candidate = trimSentenceEnd(match);
    if (!URL.canParse(candidate)) continue;
    const { href } = new URL(candidate);
    if (links.has(href)) continue;
    if (links.size >= limits.maxLinks) {
      limitsHit.add('maxLinks');
      break;
    }
    links.add(href);
  }
  return [...links];
};
