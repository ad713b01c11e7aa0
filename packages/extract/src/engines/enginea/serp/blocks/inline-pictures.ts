import { readInlineImages, type InlineImage } from '../../image-tiles/inline-images.js';
import type { ResultsPage } from '../results-page.js';

/** What every block of pictures has somewhere: most pages have none, and are not searched. */
const SOME_BLOCK = /data-iu\b|\biur\b|imagebox_bigimages|images universal|\/imgres\?/;
/** An address that stands for a title nobody sees. */
const ADDRESS = /^[\w.-]+\.[a-z]{2,}\/\S*$/i;

/** Pictures among the web results; a title is what a person would call one. */
export const readInlinePictures = (page: ResultsPage): InlineImage[] => {
  if (!SOME_BLOCK.test(page.text)) return [];
  return readInlineImages(page, page.text).map(({ title, ...rest }) =>
    title === undefined || ADDRESS.test(title) ? rest : { title, ...rest },
  );
};
