import type { Element } from 'domhandler';
import { isHidden, walk, fold, readLines, readText } from '@quarry/html';
import { ancestry } from './results-page.js';
import type { ResultBlock } from './find-results.js';
import type { RowOf } from './serp-body.js';

export type HeadTexts = Pick<RowOf<'organicResults'>, 'displayedLink' | 'source'>;

const ADDRESS = /^(?:https?:\/\/)?(?:[\p{L}\p{N}-]+\.)+[\p{L}]{2,}(?::\d+)?(?:[/\s›.]|$)|›/u;

const isAddress = (text: string): boolean => ADDRESS.test(text) && text.length < 300;

const isAddressElement = ({ name, attribs }: Element): boolean =>
  name === 'cite' || (attribs['role'] === 'text' && attribs['href'] === undefined);

/** The first address that is marked as one, outside of the heading. */
const markedAddress = ({ block, title }: ResultBlock): Element | undefined => {
  let found: Element | undefined;
  walk(block, {
    enter: (element) => {
      if (found || element === title.heading || isHidden(element)) return false;
      if (isAddressElement(element) && isAddress(readText(element))) found = element;
      return !found;
    },
  });
  return found;
};

/** Lines that a link has beside its heading: the site's name, then the address. */
const linkLines = ({ title }: ResultBlock): string[] =>
  readLines(title.link, { isLeftOut: (element) => element === title.heading || /^h\d$/.test(element.name) });

const hostOf = (url: string): string => URL.parse(url)?.hostname.replace(/^(?:www|m)\./, '') ?? '';

/** The site's name stands right before its address, in the same head. */
const nameBefore = (address: Element, { title }: ResultBlock): string | undefined => {
  for (const above of ancestry(address).slice(1, 6)) {
    if (above === title.link || above.children.includes(title.link)) return undefined;
    const text = readText(above, { isLeftOut: (element) => element === address || element === title.heading });
    if (text !== '') return text.length <= 80 && !isAddress(text) ? text : undefined;
  }
  return undefined;
};

/** Reads the address as shown and the site's name from the head of a result. */
export const readHead = (result: ResultBlock): HeadTexts => {
  const marked = markedAddress(result);
  const lines = linkLines(result);
  const shown = marked ? readText(marked) : lines.find(isAddress);
  const named = marked ? nameBefore(marked, result) : lines.find((line) => !isAddress(line) && line.length <= 80);
  const source = named ?? hostOf(result.title.target.url);
  return {
    ...(shown === undefined ? {} : { displayedLink: fold(shown.replace(/\s*›\s*/g, ' › ')) }),
    ...(source === '' ? {} : { source }),
  };
};
