import type { Element } from 'domhandler';
import { isObject, type JsonObject, parseJsonLd, rawText, visibleText, walk } from '@quarry/html';
import type { PageSource } from '../source/page-source.js';
import { squash } from './squash.js';

/** What the page says of itself, as evidence for what its main content is. */
export interface PageClaims {
  /** True for a line that repeats the page's title. */
  readonly isTitle: (line: string) => boolean;
  /** True for a line that names an author and says no more. */
  readonly isByline: (line: string) => boolean;
  /** True for a longer line that begins with an author's name. */
  readonly isBio: (line: string) => boolean;
  /** The page sells one thing; it is not a text. */
  readonly isProduct: boolean;
  /** The page is about one place, firm, event or job; it is facts of it and what others say, not a text. */
  readonly isThing: boolean;
  /** The page says that it is an article. */
  readonly isArticle: boolean;
  /** Plain text of the article in the page's structured data, where there is one. */
  readonly articleBody: string | undefined;
}

/** A shorter heading is not a title merely because the page's title contains it. */
const MIN_TITLE_CHARS = 8;
const MAX_TITLE_CHARS = 600;
const MAX_AUTHOR_CHARS = 60;
/** Words around an author's name in a byline, such as "by" and "Von". */
const MAX_BYLINE_EXTRA = 12;
const MAX_ENTITIES = 200;
const TITLE_META: ReadonlySet<string> = new Set([
  'og:title',
  'twitter:title',
  'headline',
  'dc.title',
  'parsely-title',
  'sailthru.title',
]);
const AUTHOR_META: ReadonlySet<string> = new Set(['author', 'parsely-author', 'dc.creator', 'byl', 'sailthru.author']);
const TITLE_PARTS = /\s[|»·•/\\:–—-]+\s/;
const ARTICLE_TYPE = /(?:Article|Posting|Report|WebPage|Recipe)$/;
/** Types of things that have a page of their own. Sites name themselves too: only the one in the main heading counts. */
const THING_TYPE =
  /(?:^|\/)(?:\w*(?:Business|Store|Contractor|Establishment|Event|Residence|Accommodation)|Restaurant|Hotel|Place|JobPosting|Apartment|House|Physician|Dentist|TouristAttraction|Movie|Book|Course)$/;
/** Structured data often hold a name as it is written in html. */
const ENTITY = /&#?\w{2,6};/g;
const THREAD_TYPE = /(?:Forum|SocialMedia)Posting$/;

class Claims {
  readonly titles = new Set<string>();
  readonly authors: string[] = [];
  readonly headings: Element[] = [];
  readonly things: string[] = [];
  hasProduct = false;
  hasArticle = false;
  articleBody: string | undefined;

  constructor(private readonly source: PageSource) {}

  title(text: string | undefined): void {
    if (text === undefined || text.length > MAX_TITLE_CHARS) return;
    this.titles.add(squash(text));
    const pieces = text.split(TITLE_PARTS).map(squash);
    for (const piece of pieces) this.titles.add(piece);
    // The name of the site may stand before or after a title that contains the same signs.
    this.titles.add(pieces.slice(0, -1).join(''));
    this.titles.add(pieces.slice(1).join(''));
  }

  meta({ attribs }: Element): void {
    const name = (attribs['property'] ?? attribs['name'] ?? attribs['itemprop'] ?? '').toLowerCase();
    const { content } = attribs;
    if (content === undefined) return;
    if (TITLE_META.has(name)) this.title(content);
    else if (AUTHOR_META.has(name)) this.author(content);
    else if (name === 'og:type') {
      this.hasProduct ||= /^(?:og:)?product(?:\.|$)/i.test(content.trim());
      this.hasArticle ||= /^article/i.test(content.trim());
    }
  }

  item({ attribs }: Element): void {
    const type = attribs['itemtype'];
    if (type === undefined || attribs['itemprop'] !== undefined) return;
    this.hasProduct ||= /schema\.org\/(?:Individual)?Product$/i.test(type.trim());
    this.hasArticle ||= /schema\.org\/\w*(?:Article|BlogPosting)$/i.test(type.trim());
  }

  script(element: Element): void {
    if (!/^application\/ld\+json\b/i.test(element.attribs['type']?.trim() ?? '')) return;
    for (const value of parseJsonLd(rawText(element), this.source.limits) ?? []) {
      const entity = asObject(value);
      if (!entity) continue;
      const graph = entity['@graph'];
      const members: unknown[] = Array.isArray(graph) ? graph.slice(0, MAX_ENTITIES) : [];
      for (const member of [entity, ...members]) this.entity(asObject(member));
    }
  }

  private entity(entity: JsonObject | undefined): void {
    if (!entity) return;
    const types = [entity['@type']].flat().filter((type) => typeof type === 'string');
    if (types.some((type) => /(?:^|\/)(?:Product|ProductGroup)$/.test(type))) this.hasProduct = true;
    const { name } = entity;
    if (typeof name === 'string' && types.some((type) => THING_TYPE.test(type)))
      this.things.push(squash(name.replace(ENTITY, '')));
    if (!types.some((type) => ARTICLE_TYPE.test(type))) return;
    if (types.some((type) => !type.endsWith('WebPage'))) this.hasArticle = true;
    const { headline, articleBody, author } = entity;
    if (typeof headline === 'string') this.title(headline);
    // The first post of a thread is not the thread.
    const isThread = types.some((type) => THREAD_TYPE.test(type));
    if (!isThread && typeof articleBody === 'string' && articleBody.length > (this.articleBody?.length ?? 0))
      this.articleBody = articleBody;
    for (const entry of [author].flat()) {
      const written = typeof entry === 'string' ? entry : asObject(entry)?.['name'];
      if (typeof written === 'string') this.author(written);
    }
  }

  /** Whether a main heading names one of the things of the page. */
  isThing(): boolean {
    if (this.hasArticle || this.things.length === 0) return false;
    return this.headings.some((heading) => this.things.includes(squash(visibleText(heading, MAX_TITLE_CHARS))));
  }

  private author(name: string): void {
    const key = squash(name);
    if (name.length <= MAX_AUTHOR_CHARS && key.length >= 5) this.authors.push(key);
  }
}

const asObject = (value: unknown): JsonObject | undefined => (isObject(value) ? value : undefined);

/** Reads titles, authors and kinds from meta tags, structured data and the one main heading. */
export const readClaims = (source: PageSource): PageClaims => {
  const claims = new Claims(source);
  walk(source.root, {
    enter: (element) => {
      if (element.attribs['itemtype'] !== undefined) claims.item(element);
      switch (element.name) {
        case 'title':
          claims.title(rawText(element));
          return false;
        case 'meta':
          claims.meta(element);
          return false;
        case 'script':
          claims.script(element);
          return false;
        case 'h1':
          claims.headings.push(element);
          return true;
        default:
          return element.name !== 'svg';
      }
    },
  });
  const { titles, authors, headings, articleBody } = claims;
  // The one main heading is the title as well: pages repeat it in their bars.
  if (headings[0] && headings.length === 1) claims.title(visibleText(headings[0], MAX_TITLE_CHARS));
  return {
    isTitle: (line) => {
      const key = squash(line);
      return key.length >= MIN_TITLE_CHARS && titles.has(key);
    },
    isByline: (line) => {
      const key = squash(line);
      return authors.some((author) => key.length <= author.length + MAX_BYLINE_EXTRA && key.includes(author));
    },
    isBio: (line) => {
      const key = squash(line);
      return authors.some((author) => key.startsWith(author));
    },
    isArticle: claims.hasArticle,
    isProduct: claims.hasProduct && !claims.hasArticle,
    isThing: claims.isThing(),
    articleBody,
  };
};
