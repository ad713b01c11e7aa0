import type { Element } from 'domhandler';
import { ancestors, firstBelow, readText } from '@quarry/html';
import { pictureOf } from '../serp/pictures.js';
import { queryOf } from '../query-of.js';
import type { ResultsPage } from '../serp/results-page.js';
import type { ImageFields } from './image-item.js';
import { altReader, MAX_TILES, readViewerLink, siteOf, type ViewerLink } from './image-tiles.js';
import { textParts } from './text-parts.js';

/** A link around a picture, to the page of the picture or to the engine's viewer of it. */
interface LinkedImage {
  readonly element: Element;
  readonly picture: Element;
  readonly viewer: ViewerLink | undefined;
  readonly link: string | undefined;
}

/** The engine's small copies; other pictures are icons of sites. */
const THUMBNAIL = /^(?:https?:)?\/\/[^/]*\.gstatic\.com\/(?:images|licensed-image)\?/i;
/** `1024 × 768`, before the size of the file and its kind. */
const SIZE = /^(\d{1,6})\s*[×x]\s*(\d{1,6})\b/;
/** Most levels from a link up to the part of the page that is about it. */
const MAX_STEPS_UP = 12;

const isThumbnail = (picture: Element, page: ResultsPage): boolean => THUMBNAIL.test(pictureOf(picture, page) ?? '');

const findLinkedImages = (page: ResultsPage): LinkedImage[] => {
  const found: LinkedImage[] = [];
  for (const element of page.links) {
    const picture = found.length < MAX_TILES ? firstBelow(element, ({ name }) => name === 'img') : undefined;
    const viewer = picture && readViewerLink(element.attribs['href'], page.url);
    if (!picture || !(viewer ?? isThumbnail(picture, page))) continue;
    const link = viewer ? viewer.page : siteOf(element.attribs['href'], page.url);
    if (viewer?.original !== undefined || link !== undefined) found.push({ element, picture, viewer, link });
  }
  return found;
};

/** Where the links below an element lead; empty where to several places. */
const targetsBelow = ({ links, url }: ResultsPage): Map<Element, string> => {
  const targets = new Map<Element, string>();
  for (const link of links) {
    const href = link.attribs['href'];
    const target = siteOf(href, url) ?? href ?? '';
    for (const above of ancestors(link)) {
      const known = targets.get(above);
      if (known === '') break;
      targets.set(above, known === undefined || known === target ? target : '');
    }
  }
  return targets;
};

/** The widest part around each picture whose links all lead to the picture's target, and that shows no other picture. */
const boxOf = (
  { element }: LinkedImage,
  targets: ReadonlyMap<Element, string>,
  counts: ReadonlyMap<Element, number>,
): Element => {
  let box = element;
  for (const above of ancestors(element).slice(0, MAX_STEPS_UP)) {
    if (!targets.get(above) || (counts.get(above) ?? 0) > 1 || above.name === 'body') break;
    box = above;
  }
  return box;
};

const readOne = (
  image: LinkedImage,
  box: Element,
  page: ResultsPage,
  altOf: (picture: Element) => string | undefined,
): ImageFields => {
  const { picture, viewer, link } = image;
  const cite = firstBelow(box, ({ name }) => name === 'cite');
  const named = cite ? readText(cite) : '';
  const host = link === undefined ? undefined : URL.parse(link)?.hostname.replace(/^www\./, '');
  const parts = textParts(box);
  const size = parts.map((part) => SIZE.exec(part)).find((match) => match !== null);
  const texts = parts.filter((part) => !SIZE.test(part) && part !== named);
  const source = named || texts.findLast((part) => host !== undefined && part.replace(/^www\./, '') === host);
  const title = texts.find((part) => part !== source);
  return {
    title: title ?? altOf(picture),
    link,
    // The site's name is below the title.
    source: inFull(source ?? (title === undefined ? undefined : texts[texts.indexOf(title) + 1]), link) ?? host,
    thumbnail: pictureOf(picture, page),
    original: viewer?.original,
    width: viewer?.width ?? (size && Number(size[1])),
    height: viewer?.height ?? (size && Number(size[2])),
  };
};

/** Long names of sites are cut; the link has them in full. */
const inFull = (source: string | undefined, link: string | undefined): string | undefined => {
  const [, start] = /^(.+?)(?:\.{3}|…)$/.exec(source ?? '') ?? [];
  const host = link === undefined ? undefined : URL.parse(link)?.hostname;
  if (start === undefined || host === undefined) return source;
  return [host, host.replace(/^www\./, '')].find((name) => name.startsWith(start)) ?? source;
};

/** Pictures of pages without scripts: each in a link, with its text beside it. */
export const readLinkedImages = (page: ResultsPage): ImageFields[] => {
  const images = findLinkedImages(page);
  if (images.length === 0) return [];
  const targets = targetsBelow(page);
  const counts = new Map<Element, number>();
  for (const { element } of images)
    for (const above of ancestors(element)) counts.set(above, (counts.get(above) ?? 0) + 1);
  const pictures = images.map(({ picture }) => picture);
  const altOf = altReader(pictures, queryOf(page).toLowerCase());
  return images.map((image) => readOne(image, boxOf(image, targets, counts), page, altOf));
};
