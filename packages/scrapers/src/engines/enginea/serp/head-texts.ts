import type { Element } from 'domhandler';
import { ancestors, defined, isBlock, isHidden, normalizeText, readLines, readText, walk } from '@quarry/html';
import type { ResultBlock } from './find-results.js';
import type { RowOf } from './serp-body.js';

export type HeadTexts = Pick<RowOf<'organicResults'>, 'displayedLink' | 'source'>;

const ADDRESS = /^(?:https?:\/\/)?(?:[\p{L}\p{N}-]+\.)+[\p{L}]{2,}(?::\d+)?(?:[/\s›.]|$)|›/u;

const isAddress = (text: string): boolean => ADDRESS.test(text) && text.length < 300;

const isAddressElement = ({ name, attribs }: Element): boolean =>
  name === 'cite' || (attribs['role'] === 'text' && attribs['href'] === undefined);

/** The first marked address outside the heading. */
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

const MENU_ROLES: ReadonlySet<string> = new Set(['button', 'menu', 'menuitem']);

/** Menus of a result stand in its head, closed. */
const isMenu = ({ name, attribs }: Element): boolean =>
  name === 'ul' || name === 'ol' || name === 'button' || MENU_ROLES.has(attribs['role'] ?? '');

/** The text before the address. */
const textBefore = (address: Element, above: Element, heading: Element): string => {
  let text = '';
  let isBehind = false;
  walk(above, {
    enter: (element) => {
      isBehind ||= element === address;
      if (isBehind || element === heading || isHidden(element) || isMenu(element)) return false;
      if (isBlock(element.name)) text += ' ';
      return true;
    },
    leave: (element) => {
      if (isBlock(element.name) && !isBehind) text += ' ';
    },
    text: ({ data }) => {
      if (!isBehind) text += data;
    },
  });
  return normalizeText(text);
};

/** The site's name directly precedes its address, in the same head. */
const nameBefore = (address: Element, { title }: ResultBlock): string | undefined => {
  for (const above of ancestors(address).slice(1, 6)) {
    if (above === title.link || above.children.includes(title.link)) return undefined;
    const text = textBefore(address, above, title.heading);
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
  return defined({
    displayedLink: shown === undefined ? undefined : normalizeText(shown.replace(/\s*›\s*/g, ' › ')),
    source: source || undefined,
  });
};
