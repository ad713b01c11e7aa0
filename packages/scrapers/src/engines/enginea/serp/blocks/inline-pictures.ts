import { readInlineImages, type InlineImage } from '../../image-tiles/inline-images.js';
import type { ResultsPage } from '../results-page.js';

const BLOCK_IDS = ['iur', 'imagebox_bigimages'] as const;

/** Most pages have no block of pictures, and are not searched for one. */
const mayHavePictures = ({ byId, marked, links }: ResultsPage): boolean =>
  BLOCK_IDS.some((id) => byId.has(id)) ||
  marked.has('data-iu') ||
  (marked.get('data-attrid') ?? []).some(({ attribs }) => attribs['data-attrid'] === 'images universal') ||
  links.some(({ attribs }) => attribs['href']?.includes('/imgres?'));

/** An address in the place of a hidden title. */
const ADDRESS = /^[\w.-]+\.[a-z]{2,}\/\S*$/i;

/** Pictures among the web results, with titles that are not addresses. */
export const readInlinePictures = (page: ResultsPage): InlineImage[] => {
  if (!mayHavePictures(page)) return [];
  return readInlineImages(page, page.text).map(({ title, ...rest }) =>
    title === undefined || ADDRESS.test(title) ? rest : { title, ...rest },
  );
};
