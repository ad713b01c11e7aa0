import { readInlineImages, type InlineImage } from '../../image-tiles/inline-images.js';
import type { ResultsPage } from '../results-page.js';

/** An address that stands for a title nobody sees. */
const ADDRESS = /^[\w.-]+\.[a-z]{2,}\/\S*$/i;

/** Pictures among the web results; a title is what a person would call one. */
export const readInlinePictures = (page: ResultsPage): InlineImage[] =>
  readInlineImages(page, page.text).map(({ title, ...rest }) =>
    title === undefined || ADDRESS.test(title) ? rest : { title, ...rest },
  );
