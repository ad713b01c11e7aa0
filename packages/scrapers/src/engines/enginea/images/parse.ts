import type { OperationBody } from '@quarry/contracts';
import { type EngineDocument, type ParsedResults, pageUrlOr } from '../../../scraper/engine.js';
import { readImageAnswer, readMetaImages } from '../image-tiles/image-answers.js';
import { toImageItems, type ImageFields } from '../image-tiles/image-item.js';
import { readImageRecords, type ImageRecord } from '../image-tiles/image-records.js';
import { findImageTiles, readBareRecords, readImageTiles, type ImageTile } from '../image-tiles/image-tiles.js';
import { readLinkedImages } from '../image-tiles/linked-images.js';
import { readLazyPictures } from '../lazy-pictures.js';
import { DEFAULT_PAGE_URL } from '../link-target.js';
import { readResultsPage, type ResultsPage } from '../serp/results-page.js';
import { unescapeLiteral } from '../serp/script-content.js';
import { isImageSearch, saysNoImages } from './image-search.js';
import { readRelatedImageSearches } from './related-searches.js';

export type ImagesBody = OperationBody<'enginea/images'>;

/** Blocks that a page of pictures may have, by their keys in the answer. */
export const IMAGE_BLOCKS = ['imagesResults', 'relatedSearches'] as const;

/** Characters of a text that are examined for its kind. */
const MAX_HEAD_CHARS = 256 * 1024;

/** Later parts of a list may be data with pieces of a page as strings. */
const markupOf = (text: string): string =>
  !/^\s*(?:\uFEFF)?</.test(text) && /\\u003c|\\x3c|=\\"/i.test(text.slice(0, MAX_HEAD_CHARS))
    ? unescapeLiteral(text)
    : text;

const readPage = (text: string, url: string): ResultsPage => {
  const page = readResultsPage(text, url);
  const pictures = new Map([...readLazyPictures(text), ...page.scripts.pictures]);
  return { ...page, scripts: { ...page.scripts, pictures } };
};

/**
 * What scripts would add below the tiles. Only where the data begin with exactly the tiles, in their order: then the rest is the
 * rest of the same list.
 */
const restOf = (tiles: readonly ImageTile[], records: ReadonlyMap<string, ImageRecord>): ImageRecord[] => {
  const all = [...records.values()];
  return tiles.every(({ id }, index) => all[index]?.id === id) ? all.slice(tiles.length) : [];
};

const findImages = (page: ResultsPage, text: string): ImageFields[] => {
  const metas = readMetaImages(page.root, page.url);
  const tiles = findImageTiles(page.root);
  if (metas.length > 0 && metas.length >= tiles.length) return metas;
  const records = readImageRecords(text);
  const shown = readImageTiles(tiles, { page, records });
  const rest = readBareRecords(restOf(tiles, records), page.url);
  return shown.length + rest.length > 0 ? [...shown, ...rest] : readLinkedImages(page);
};

const answerOf = (images: readonly ImageFields[], page: ResultsPage | undefined): ParsedResults<ImagesBody> => {
  const imagesResults = toImageItems(images);
  const relatedSearches = page ? readRelatedImageSearches(page) : [];
  return {
    outcome: 'ok',
    result: { imagesResults, ...(relatedSearches.length > 0 ? { relatedSearches } : {}) },
    blocks: [
      ...(imagesResults.length > 0 ? ['imagesResults'] : []),
      ...(relatedSearches.length > 0 ? ['relatedSearches'] : []),
    ],
  };
};

/** Parses a page of pictures, or an answer of data with more of them. Pure, linear in the page, never throws for its content. */
export const parseImages = ({ text, url }: EngineDocument): ParsedResults<ImagesBody> => {
  const pageUrl = pageUrlOr(DEFAULT_PAGE_URL, url);
  const data = readImageAnswer(text, pageUrl);
  if (data && (data.length === 0 || toImageItems(data).length > 0)) return answerOf(data, undefined);
  if (data) return { outcome: 'unrecognized', reason: 'no_images_found' };
  const markup = markupOf(text);
  const page = readPage(markup, pageUrl);
  const images = isImageSearch(page) ? findImages(page, markup) : [];
  if (toImageItems(images).length === 0 && !saysNoImages(page)) {
    return { outcome: 'unrecognized', reason: 'no_images_found' };
  }
  return answerOf(images, page);
};
