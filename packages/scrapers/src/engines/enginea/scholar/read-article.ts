import type { OperationBody } from '@quarry/contracts';
import type { Element } from 'domhandler';
import {
  allBelow,
  defined,
  firstBelow,
  firstWholeNumber,
  hasClass,
  isElement,
  readLines,
  readText,
  walk,
} from '@quarry/html';
import { articleIdOf, isArticleId } from './article-id.js';
import {
  isArticleMenu,
  readAddress,
  readArticleLink,
  type ArticleLink,
  type ArticleLinkKind,
} from './article-links.js';
import { readPublicationInfo } from './publication-info.js';
import { readHead } from './read-head.js';
import { readResources } from './resources.js';
import type { ArticleBlock } from './scholar-page.js';

export type Article = OperationBody<'enginea/scholar'>['organicResults'][number];

const INFO: ReadonlySet<string> = new Set(['gs_a']);
/** The line about the article where a full abstract is below it; a shorter copy for narrow windows follows. */
const FULL_INFO: ReadonlySet<string> = new Set(['gs_fma_p']);
const ABSTRACT: ReadonlySet<string> = new Set(['gs_fma_snp']);
const ABSTRACT_BOX: ReadonlySet<string> = new Set(['gs_fma_abs']);
const PASSAGE: ReadonlySet<string> = new Set(['gs_rs']);

interface MenuItem extends ArticleLink {
  readonly text: string;
}

/** The first link of each kind in an article. */
const menuOf = (block: Element, pageUrl: string): ReadonlyMap<ArticleLinkKind, MenuItem> => {
  const items = new Map<ArticleLinkKind, MenuItem>();
  walk(block, {
    enter: (element) => {
      const link = element.name === 'a' ? readArticleLink(element.attribs['href'], pageUrl) : undefined;
      if (link && !items.has(link.kind)) items.set(link.kind, { ...link, text: readText(element) });
      return true;
    },
  });
  return items;
};

/** Elements with this name and text, none inside another. */
const allNamed = (block: Element, names: ReadonlySet<string>): Element[] =>
  allBelow(block, (element) => hasClass(element, names)).filter((element) => readText(element) !== '');

interface Parts {
  readonly info: Element | undefined;
  readonly passage: Element | undefined;
}

/** By their names; else by their order: what follows the title is about the article, then comes its passage, then its links. */
const partsOf = ({ block, heading }: ArticleBlock, pageUrl: string): Parts => {
  const infos = allNamed(block, INFO);
  const info = infos.find((element) => hasClass(element, FULL_INFO)) ?? infos[0];
  const [passage] = [ABSTRACT, ABSTRACT_BOX, PASSAGE].flatMap((names) => allNamed(block, names));
  if (info || passage) return { info, passage };
  const after: Element[] = [];
  for (let next = heading.next; next; next = next.next)
    if (isElement(next) && readText(next) !== '' && !isArticleMenu(next, pageUrl)) after.push(next);
  return { info: after[0], passage: after[1] };
};

const IDEOGRAM_AT_END = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}、。，]$/u;
const IDEOGRAM_AT_START = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}、。，]/u;

/** The lines of a passage as one. Lines are broken for the width of the page, even between two ideograms. */
const readPassage = (passage: Element): string =>
  readLines(passage, { isLeftOut: ({ attribs }) => attribs['role'] === 'button' }).reduce((text, line) => {
    const isOneWord = IDEOGRAM_AT_END.test(text) && IDEOGRAM_AT_START.test(line);
    return text === '' || isOneWord ? text + line : `${text} ${line}`;
  }, '');

const idOf = ({ block, heading }: ArticleBlock, menu: ReadonlyMap<ArticleLinkKind, MenuItem>): string | undefined => {
  const marked = block.attribs['data-cid'];
  if (marked !== undefined && marked !== '') return marked;
  const titled = firstBelow(heading, ({ attribs }) => isArticleId(attribs['id'] ?? ''))?.attribs['id'];
  if (titled !== undefined) return titled;
  for (const kind of ['related', 'cached', 'library'] as const) {
    const [, id = ''] = /^(?:related|cache|info):([\w-]+):/.exec(menu.get(kind)?.url.searchParams.get('q') ?? '') ?? [];
    if (isArticleId(id)) return id;
  }
  const number =
    menu.get('versions')?.url.searchParams.get('cluster') ?? menu.get('citedBy')?.url.searchParams.get('cites');
  return number === null || number === undefined ? undefined : articleIdOf(number);
};

const countsOf = (menu: ReadonlyMap<ArticleLinkKind, MenuItem>): Pick<Article, 'citedBy' | 'versions'> => {
  const citing = menu.get('citedBy');
  const versions = menu.get('versions');
  const total = (item: MenuItem): { total?: number } => {
    const count = firstWholeNumber(item.text);
    return count === undefined ? {} : { total: count };
  };
  return defined({
    citedBy: citing && {
      ...total(citing),
      citesId: citing.url.searchParams.get('cites') ?? '',
      link: citing.url.href,
    },
    versions: versions && {
      ...total(versions),
      clusterId: versions.url.searchParams.get('cluster') ?? '',
      link: versions.url.href,
    },
  });
};

/** Undefined for a row without a title. */
export const readArticle = (article: ArticleBlock, pageUrl: string): Omit<Article, 'position'> | undefined => {
  const { title, type, link: element } = readHead(article.heading, pageUrl);
  if (title === '') return undefined;
  const menu = menuOf(article.block, pageUrl);
  const { info, passage } = partsOf(article, pageUrl);
  const link = element && readAddress(element.attribs['href'], pageUrl);
  const isCase = element !== undefined && readArticleLink(element.attribs['href'], pageUrl)?.kind === 'case';
  const resultId = idOf(article, menu);
  const snippet = passage ? readPassage(passage) : '';
  const publicationInfo = info && readPublicationInfo(info, { pageUrl, isCase, isLinked: link !== undefined });
  const resources = readResources(article, pageUrl);
  return defined({
    resultId,
    title,
    type,
    link,
    snippet: snippet || undefined,
    publicationInfo,
    resources: resources.length > 0 ? resources : undefined,
    ...countsOf(menu),
    relatedPagesLink: menu.get('related')?.url.href,
    cachedPageLink: menu.get('cached')?.url.href,
  });
};
