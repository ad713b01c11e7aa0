import type { OperationBody } from '@quarry/contracts';
import type { Element } from 'domhandler';
import { allBelow, filled, firstBelow, readText } from '@quarry/html';
import { readTarget } from '../../link-target.js';
import { passageOf, readHead } from '../organic-results.js';
import { readPassage } from '../read-passage.js';
import { titleLink, type ResultsPage } from '../results-page.js';
import { readSitelinks } from '../sitelinks.js';

/** `position` is from 1 over the page, in page order; `link` leads through the advertiser's counter. */
export type Advertisement = NonNullable<OperationBody<'engineb/serp'>['ads']>[number];

const MAX_ADS = 40;

const isTitle = (element: Element, url: string): boolean => {
  if (element.name !== 'h2') return false;
  const link = firstBelow(element, ({ name, attribs }) => name === 'a' && attribs['href'] !== undefined);
  return readTarget(link?.attribs['href'], url)?.kind === 'ad';
};

/** The boxes of a group of advertisements: its items that have a title. */
const boxesIn = (group: Element, url: string): Element[] => {
  const items = allBelow(
    group,
    (element) => element.name === 'li' && firstBelow(element, (inner) => isTitle(inner, url)) !== undefined,
  );
  return items.length > 0 ? items : [group];
};

const readBox = (box: Element, url: string): Omit<Advertisement, 'position' | 'blockPosition'> | undefined => {
  const head = titleLink(box);
  const target = head && readTarget(head.link.attribs['href'], url);
  const title = head ? readText(head.heading) : '';
  if (!head || target?.kind !== 'ad' || title === '') return undefined;
  const passage = passageOf(box);
  const { snippet } = readPassage(passage);
  const sitelinks = readSitelinks({ part: box, title: head.link, link: target.url, passage }, url);
  return {
    title,
    link: target.url,
    ...readHead(box),
    ...filled<Partial<Advertisement>>({ description: snippet, sitelinks }),
  };
};

/** Text advertisements above, below and beside the results. */
export const readAdvertisements = ({ parts, url }: ResultsPage): Advertisement[] => {
  const found: Advertisement[] = [];
  const firstResult = parts.findIndex(({ kind, column }) => kind === 'organic' && column === 'main');
  for (const [at, { kind, column, element }] of parts.entries()) {
    if (kind !== 'ad') continue;
    const isBelow = firstResult >= 0 && at > firstResult;
    const blockPosition = column === 'side' ? 'right' : isBelow ? 'bottom' : 'top';
    for (const box of boxesIn(element, url)) {
      const read = found.length < MAX_ADS ? readBox(box, url) : undefined;
      if (read) found.push({ position: found.length + 1, blockPosition, ...read });
    }
  }
  return found;
};
