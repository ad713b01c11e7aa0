import type { Element } from 'domhandler';
import { allBelow, ancestors, defined, readText } from '@quarry/html';
import { readLazyPictures } from '../lazy-pictures.js';
import type { ResultsPage } from '../serp/results-page.js';
import { toImageItems, type ImageFields, type ImageItem } from './image-item.js';
import { readImageRecords } from './image-records.js';
import { imageTilesIn, readImageTiles } from './image-tiles.js';
import { readLinkedImages } from './linked-images.js';

/** A picture among web results. */
export type InlineImage = Pick<ImageItem, 'title' | 'link' | 'source' | 'thumbnail' | 'original'>;

const IDS: ReadonlySet<string> = new Set(['iur', 'imagebox_bigimages']);
/** Most levels from a picture up to the head of its block. */
const MAX_STEPS_UP = 9;

/** Where pictures for the whole search begin; those of an answer, a question or an entity do not count. */
const isBlock = ({ attribs }: Element): boolean =>
  attribs['data-iu'] !== undefined || IDS.has(attribs['id'] ?? '') || attribs['data-attrid'] === 'images universal';

/** Words of the link to all pictures of the search. */
const leadsToAll = (link: Element): boolean =>
  /[?&](?:tbm=isch|udm=2)(?:&|$)/.test(link.attribs['href'] ?? '') && readText(link) !== '';

/** On a page without scripts: the links of a block that begins with the link to all pictures and has no titles. */
const plainBlocks = (page: ResultsPage): ResultsPage[] => {
  const blocks = new Map<Element, Element[]>();
  let aroundHead: readonly Element[] = [];
  for (const link of page.links) {
    if (leadsToAll(link)) aroundHead = ancestors(link).slice(1, MAX_STEPS_UP);
    if (aroundHead.length === 0 || !link.attribs['href']?.includes('/imgres?')) continue;
    const block = ancestors(link)
      .slice(1, MAX_STEPS_UP)
      .find((above) => aroundHead.includes(above));
    if (!block || block.attribs['id'] !== undefined || block.name === 'body') continue;
    const links = blocks.get(block);
    if (links) links.push(link);
    else blocks.set(block, [link]);
  }
  return [...blocks]
    .filter(([block]) => allBelow(block, ({ name }) => name === 'h3').length === 0)
    .map(([, links]) => ({ ...page, links }));
};

const withLazy = (page: ResultsPage, text: string): ResultsPage => {
  const pictures = new Map([...readLazyPictures(text), ...page.scripts.pictures]);
  return { ...page, scripts: { ...page.scripts, pictures } };
};

const find = (page: ResultsPage, text: string): ImageFields[] => {
  const tiles = allBelow(page.root, isBlock).flatMap((block) => imageTilesIn(block));
  if (tiles.length > 0) return readImageTiles(tiles, { page: withLazy(page, text), records: readImageRecords(text) });
  return plainBlocks(page).flatMap((block) => readLinkedImages(block));
};

/** The block of pictures among web results. `text`: the page's own, in whose scripts the originals are named. */
export const readInlineImages = (page: ResultsPage, text: string): InlineImage[] =>
  toImageItems(find(page, text)).map(({ title, link, source, thumbnail, original }) =>
    defined<InlineImage>({ title, link, source, thumbnail, original }),
  );
