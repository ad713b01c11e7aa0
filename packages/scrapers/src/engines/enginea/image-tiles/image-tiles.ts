import type { Element } from 'domhandler';
import { normalizeText, readText, walk } from '@quarry/html';
import { readTarget } from '../link-target.js';
import { pictureOf } from '../serp/pictures.js';
import { queryOf } from '../query-of.js';
import type { ResultsPage } from '../serp/results-page.js';
import type { ImageFields } from './image-item.js';
import { isEngineCopy, pictureId, type ImageRecord } from './image-records.js';
import { textParts } from './text-parts.js';

/** A part of a page that shows one picture and names it. */
export interface ImageTile {
  readonly id: string;
  readonly element: Element;
}

/** Most tiles that are read from one page. */
export const MAX_TILES = 1_000;

/** The picture that an element is the tile of. */
const tileId = ({ attribs }: Element): string | undefined =>
  pictureId(attribs['data-docid']) ??
  pictureId(attribs['data-tbnid']) ??
  (attribs['data-ri'] === undefined ? undefined : pictureId(attribs['data-id']));

/** Tiles below `root` in page order, each picture once, none inside of another. */
export const findImageTiles = (root: { readonly children: Element['children'] }): ImageTile[] => {
  const tiles = new Map<string, ImageTile>();
  walk(root, {
    enter: (element) => {
      const id = tileId(element);
      if (id === undefined || tiles.size >= MAX_TILES) return true;
      if (!tiles.has(id)) tiles.set(id, { id, element });
      return false;
    },
  });
  return [...tiles.values()];
};

/** The same, where `element` may itself be one. */
export const imageTilesIn = (element: Element): ImageTile[] => {
  const id = tileId(element);
  return id === undefined ? findImageTiles(element) : [{ id, element }];
};

/** What an address of the engine's viewer states about its picture. */
export interface ViewerLink {
  readonly original?: string | undefined;
  readonly page?: string | undefined;
  readonly width?: number | undefined;
  readonly height?: number | undefined;
}

const sizeOf = (value: string | null): number | undefined =>
  value !== null && /^[1-9]\d{0,5}$/.test(value) ? Number(value) : undefined;

const originalOf = (value: string | null | undefined): string | undefined =>
  value && /^https?:\/\//i.test(value) && URL.canParse(value) && !isEngineCopy(value) ? value : undefined;

/** The engine's own pages, and its copies of pictures. */
const ENGINE_PAGE =
  /^https?:\/\/(?:(?:www\.|images\.)?google\.[a-z.]{2,6}\/(?:search|imgres|url)\b|encrypted-tbn\d?\.gstatic\.com\/)/i;

/** The address of a page outside of the engine that a link leads to. */
export const siteOf = (href: string | undefined, pageUrl: string): string | undefined => {
  const target = readTarget(href, pageUrl);
  // A redirect may lead to the engine again.
  const inner = target?.kind === 'site' ? readTarget(target.url, pageUrl) : undefined;
  return inner?.kind !== 'site' || ENGINE_PAGE.test(inner.url) ? undefined : inner.url;
};

/** Reads `/imgres?imgurl=...&imgrefurl=...`; undefined for any other address. */
export const readViewerLink = (href: string | undefined, pageUrl: string): ViewerLink | undefined => {
  if (!href?.includes('/imgres?')) return undefined;
  const url = URL.parse(href, pageUrl);
  if (url?.pathname !== '/imgres') return undefined;
  const { searchParams } = url;
  const original = originalOf(searchParams.get('imgurl'));
  const [width, height] = [sizeOf(searchParams.get('w')), sizeOf(searchParams.get('h'))];
  return {
    original,
    page: siteOf(searchParams.get('imgrefurl') ?? undefined, pageUrl),
    ...(original === undefined || width === undefined || height === undefined ? {} : { width, height }),
  };
};

interface TileContent {
  readonly viewer: ViewerLink | undefined;
  readonly link: string | undefined;
  /** Of the link, in full where the text is cut. */
  readonly linkTitle: string | undefined;
  readonly heading: string | undefined;
  readonly pictures: readonly Element[];
}

const readContent = (tile: Element, pageUrl: string): TileContent => {
  let viewer = readViewerLink(tile.attribs['data-lpage'], pageUrl);
  let link = siteOf(tile.attribs['data-lpage'], pageUrl);
  let linkTitle: string | undefined;
  let heading: string | undefined;
  const pictures: Element[] = [];
  walk(tile, {
    enter: (element) => {
      const { name, attribs } = element;
      if (name === 'img') pictures.push(element);
      if (name === 'a') {
        viewer ??= readViewerLink(attribs['href'], pageUrl);
        const site = viewer?.page === undefined ? siteOf(attribs['href'], pageUrl) : undefined;
        link ??= site;
        if (site !== undefined) linkTitle ??= attribs['title'];
      }
      if (attribs['role'] === 'heading' || name === 'h3') heading ??= readText(element) || undefined;
      return true;
    },
  });
  return { viewer, link: link ?? viewer?.page, linkTitle, heading, pictures };
};

const sameName = (one: string, other: string | undefined): boolean =>
  other !== undefined && one.toLowerCase().replace(/^www\./, '') === other.toLowerCase().replace(/^www\./, '');

const hostOf = (link: string | undefined): string | undefined =>
  link === undefined ? undefined : URL.parse(link)?.hostname.replace(/^www\./, '');

const bare = (text: string): string => normalizeText(text).replace(/\s*(?:\.{3}|…)$/, '');

/** The site's name is below the title; either may be cut. */
const partAfter = (parts: readonly string[], title: string | undefined): string | undefined => {
  const wanted = bare(title ?? '');
  const at = wanted === '' ? -1 : parts.findIndex((part) => bare(part).startsWith(wanted));
  const cut = at >= 0 ? at : parts.findIndex((part) => part !== bare(part) && wanted.startsWith(bare(part)));
  return cut < 0 ? undefined : parts[cut + 1];
};

/** The site as the tile shows it; else as the engine's data name it. */
const sourceOf = (
  parts: readonly string[],
  title: string | undefined,
  link: string | undefined,
  record: ImageRecord | undefined,
): string | undefined => {
  const { site, host } = record ?? {};
  const shown = parts.find((part) => [site, host, hostOf(link)].some((name) => sameName(part, name)));
  return shown ?? site ?? host ?? partAfter(parts, title);
};

const altText = ({ attribs }: Element): string => attribs['alt']?.trim() ?? '';

/**
 * The names of the pictures of one page. Where all names that repeat the search are the same, they say nothing
 * about the pictures.
 */
export const altReader = (pictures: readonly Element[], query: string): ((picture: Element) => string | undefined) => {
  const repeats = (alt: string): boolean => query !== '' && alt.toLowerCase().includes(query);
  const repeated = pictures.map(altText).filter(repeats);
  const isEmpty = new Set(repeated).size === 1 && (repeated.length > 1 || pictures.length === 1);
  return (picture) => {
    const alt = altText(picture);
    return alt === '' || (isEmpty && repeats(alt)) ? undefined : alt;
  };
};

const fromRecord = (record: ImageRecord | undefined): ImageFields => ({
  original: record?.original,
  width: record?.width,
  height: record?.height,
});

/** The original comes from what names this very picture: its record, its own attributes, or the viewer's link inside it. */
const originalFields = (
  { attribs }: Element,
  record: ImageRecord | undefined,
  viewer: ViewerLink | undefined,
): ImageFields => {
  if (record?.original !== undefined) return fromRecord(record);
  if (viewer?.original !== undefined) return { original: viewer.original, width: viewer.width, height: viewer.height };
  const [width, height] = [sizeOf(attribs['data-ow'] ?? null), sizeOf(attribs['data-oh'] ?? null)];
  return {
    original: originalOf(attribs['data-ou']),
    ...(width === undefined || height === undefined ? {} : { width, height }),
  };
};

export interface TileSources {
  readonly page: ResultsPage;
  readonly records: ReadonlyMap<string, ImageRecord>;
}

const pageOf = (record: ImageRecord | undefined, pageUrl: string): string | undefined =>
  record?.page === undefined ? undefined : siteOf(record.page, pageUrl);

/** Reads tiles with the engine's data about the same pictures. */
export const readImageTiles = (tiles: readonly ImageTile[], { page, records }: TileSources): ImageFields[] => {
  const contents = tiles.map(({ element }) => readContent(element, page.url));
  const pictures = contents.flatMap((content) => content.pictures.slice(0, 1));
  const altOf = altReader(pictures, queryOf(page).toLowerCase());
  return tiles.map(({ id, element }, index) => {
    const record = records.get(id);
    const content = contents[index];
    const picture = content?.pictures[0];
    const link = content?.link ?? pageOf(record, page.url);
    const parts = textParts(element);
    const title = record?.title ?? content?.linkTitle ?? content?.heading ?? (picture && altOf(picture)) ?? parts[0];
    return {
      title,
      link,
      source: sourceOf(parts, title, link, record),
      thumbnail: record?.thumbnail ?? (picture && pictureOf(picture, page)),
      ...originalFields(element, record, content?.viewer),
    };
  });
};

/** Reads pictures that are in the data alone. */
export const readBareRecords = (records: Iterable<ImageRecord>, pageUrl: string): ImageFields[] =>
  [...records].map((record) => ({
    title: record.title,
    link: pageOf(record, pageUrl),
    source: record.site ?? record.host,
    thumbnail: record.thumbnail,
    ...fromRecord(record),
  }));
