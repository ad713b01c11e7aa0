import type { Element } from 'domhandler';
import { walk } from '../../../../dom/walk.js';
import { readTarget } from '../../link-target.js';
import { readLines, readText } from '../../../shared/reader-text.js';
import { ancestry, type ResultsPage } from '../results-page.js';

export interface Advertisement {
  readonly position: number;
  readonly blockPosition: 'top' | 'bottom';
  readonly title: string;
  readonly link: string;
  readonly [field: string]: unknown;
}

const MAX_ADS = 40;
/** `Ad · www.shop.example`: the word that says so, in any language. */
const LABEL = /^\p{L}{1,14}\s*·\s*/u;
const BOTTOM_IDS: ReadonlySet<string> = new Set(['tadsb', 'bottomads']);

const isAtBottom = (element: Element): boolean =>
  ancestry(element).some(({ attribs }) => BOTTOM_IDS.has(attribs['id'] ?? ''));
const isProduct = (element: Element): boolean =>
  ancestry(element).some(
    ({ attribs }) =>
      /(?:^|\s)pla-unit|commercial-unit/.test(attribs['class'] ?? '') || attribs['data-pla'] !== undefined,
  );

const hasAdMark = (element: Element): boolean =>
  element.attribs['data-text-ad'] !== undefined || /(?:^|\s)ads-(?:ad|fr)(?:\s|$)/.test(element.attribs['class'] ?? '');

/** The box of one advertisement around its title. */
const boxOf = (link: Element): Element => {
  const way = ancestry(link);
  return way.find(hasAdMark) ?? way[Math.min(4, way.length - 1)] ?? link;
};

const headLines = (link: Element, heading: Element): string[] =>
  readLines(link, { isLeftOut: (element) => element === heading });

const sitelinksIn = (box: Element, link: Element, page: ResultsPage): { title: string; link: string }[] => {
  const found = new Map<string, { title: string; link: string }>();
  walk(box, {
    enter: (element) => {
      if (element === link) return false;
      const target = element.name === 'a' ? readTarget(element.attribs['href'], page.url) : undefined;
      const title = target && target.kind !== 'engine' ? readText(element) : '';
      if (target && title !== '' && title.length < 80 && found.size < 20) found.set(title, { title, link: target.url });
      return true;
    },
  });
  return [...found.values()];
};

/** Text advertisements above and below the results. */
export const readAdvertisements = (page: ResultsPage): Advertisement[] => {
  const found: Advertisement[] = [];
  for (const { link, heading, target, region } of page.titles) {
    const title = readText(heading);
    if (region !== 'ad' || target.kind === 'engine' || title === '' || found.length >= MAX_ADS || isProduct(link))
      continue;
    const box = boxOf(link);
    const lines = headLines(link, heading);
    const displayedLink = lines.find((line) => /[\p{L}\p{N}]\.[\p{L}]{2,}/u.test(line));
    const source = lines.find((line) => line !== displayedLink && !/^\p{L}{2,14}$/u.test(line));
    const body = readLines(box, {
      isLeftOut: (element) => element === link || element.name === 'a' || element.attribs['role'] === 'button',
    });
    const description = body.find((line) => line.length >= 25);
    const sitelinks = sitelinksIn(box, link, page);
    found.push({
      position: found.length + 1,
      blockPosition: isAtBottom(link) ? 'bottom' : 'top',
      title,
      link: target.url,
      ...(displayedLink === undefined ? {} : { displayedLink: displayedLink.replace(LABEL, '') }),
      ...(source === undefined ? {} : { source }),
      ...(description === undefined ? {} : { description }),
      ...(sitelinks.length > 0 ? { sitelinks } : {}),
    });
  }
  return found;
};
