import { allBelow, ancestors, isElement, readText, walk } from '@quarry/html';
import { saysNoResults } from '../serp/no-results.js';
import type { ResultsPage } from '../serp/results-page.js';

/** Whether a form of the page searches for pictures again. */
const hasImagesForm = ({ root }: ResultsPage): boolean => {
  let isFound = false;
  walk(root, {
    enter: ({ name, attribs }) => {
      if (name === 'input')
        isFound ||=
          (attribs['name'] === 'tbm' && attribs['value'] === 'isch') ||
          (attribs['name'] === 'udm' && attribs['value'] === '2');
      return !isFound;
    },
  });
  return isFound;
};

const asksForImages = ({ url }: ResultsPage): boolean => {
  const params = URL.parse(url)?.searchParams;
  return params?.get('tbm') === 'isch' || params?.get('udm') === '2';
};

/** A page of web results, perhaps with pictures among them: titles of sites on their own. */
const isWebSearch = ({ titles }: ResultsPage): boolean =>
  titles.some(
    ({ kind, region, target, link }) =>
      (kind === 'inner' || kind === 'role') &&
      region === undefined &&
      target.kind === 'site' &&
      !ancestors(link).some(({ attribs }) => attribs['data-docid'] ?? attribs['data-lpage']),
  );

/** Whether the page's address or its form says that pictures were searched for. */
const saysImages = (page: ResultsPage): boolean => asksForImages(page) || hasImagesForm(page);

/** Whether the page was a search for pictures. */
export const isImageSearch = (page: ResultsPage): boolean => saysImages(page) || !isWebSearch(page);

/** The frame of a page without scripts shows the engine's own sign alone. */
const MAX_FRAME_PICTURES = 1;

/** The page without scripts keeps its frame and its pager; where nothing was found, the link to the next page has no target. */
const hasDeadPager = (page: ResultsPage): boolean =>
  allBelow(page.root, ({ name }) => name === 'img').length <= MAX_FRAME_PICTURES &&
  page.links.some(
    (link) =>
      link.attribs['href'] === '#' &&
      readText(link) !== '' &&
      link.parent !== null &&
      isElement(link.parent) &&
      link.parent.name === 'td',
  );

/** True where the page itself says, in any language, that the search found no pictures. */
export const saysNoImages = (page: ResultsPage): boolean =>
  saysImages(page) && (hasDeadPager(page) || saysNoResults(page));
