import type { ChildNode, Element } from 'domhandler';
import { walk } from '@quarry/html';
import type { PageSource } from '../source/page-source.js';
import { readTableFacts } from '../source/table-facts.js';
import { chooseRoot } from './choose-root.js';
import { cleanRoot } from './clean-root.js';
import { dropContentsLists } from './contents-list.js';
import { copyKept } from './copy-kept.js';
import { coverByBody } from './cover-by-body.js';
import { cutFlow } from './other-pages/cut-flow.js';
import { dropBelow } from './other-pages/drop-below.js';
import { dropBeside } from './drop-beside.js';
import { findHeadline, findLead } from './find-lead.js';
import { dropRelated } from './other-pages/drop-related.js';
import { findTitle } from './other-pages/find-title.js';
import { isListPage } from './other-pages/list-page.js';
import { dropTeasers, markTeasers } from './other-pages/mark-teasers.js';
import { isGoodsTitle } from './other-pages/shop-phrases.js';
import { type PageClaims, readClaims } from './page-claims.js';
import { linkShare, type PagePart, readParts, sumParts } from './page-parts.js';
import { dropShareBars, isBesideMain, wholeMain } from './whole-main.js';

export interface MainContentForm {
  /** Keeps the headline and captions: for formats that show pictures. Default: the running text alone. */
  readonly isDocument?: boolean;
}

/** Above this share of links a page is a list of other pages, not a text. */
const MAX_LINK_SHARE = 0.6;

/** What is kept: these nodes, without those in `dropped`. */
interface Kept {
  readonly nodes: readonly ChildNode[];
  readonly dropped: ReadonlySet<Element>;
  /** There is no part of the page that is the main one. */
  readonly isWholePage?: boolean;
}

/** A page with less running text than this, and a smaller share of all its text, is not a text. */
const MIN_TEXT_MASS = 600;
const MIN_TEXT_SHARE = 0.2;

/** Text between an article's title and its main part: dates, names, a picture's caption. */
const MAX_TITLE_DISTANCE = 600;

/** Characters of text between the title and a part after it; 0 for a part that contains it. */
const charsBetween = (parts: readonly PagePart[], title: PagePart, root: PagePart): number =>
  parts.slice(title.end, root.index).reduce((sum, { own }) => sum + own.chars, 0);

/** A shipping note on a shop's page, a slogan among the forms of a tool: running text that is not the content. */
const isAfterthought = (
  parts: readonly PagePart[],
  root: PagePart,
  { isArticle }: PageClaims,
  title: PagePart | undefined,
): boolean => {
  const [page] = parts;
  if (!page || root.all.mass >= MIN_TEXT_MASS) return false;
  if (isArticle && (!title || charsBetween(parts, title, root) <= MAX_TITLE_DISTANCE)) return false;
  for (let up: PagePart | undefined = root; up; up = up.parent) if (up.element.name === 'article') return false;
  return root.all.chars < page.all.chars * MIN_TEXT_SHARE;
};

/** A text: its root, and its lead where that is before it. */
const keepText = (
  source: PageSource,
  parts: readonly PagePart[],
  claims: PageClaims,
  isDocument: boolean,
): Kept | undefined => {
  const title = findTitle(parts, claims);
  markTeasers(parts, title);
  if (!claims.isArticle && isListPage(parts, title)) return undefined;
  cutFlow(parts, title);
  const isByBody = coverByBody(parts, claims.articleBody);
  if (isByBody) sumParts(parts);
  const root = chooseRoot(parts, isByBody);
  if (!root || linkShare(root.all) > MAX_LINK_SHARE || isAfterthought(parts, root, claims, title)) return undefined;
  if (!claims.isArticle && isBesideMain(parts, root)) return undefined;
  const hasTitle = title !== undefined && title.index > root.index && title.index < root.end;
  const headline = isDocument && !hasTitle ? findHeadline(parts, root, claims.isTitle) : undefined;
  const before = [...(headline ? [headline] : []), ...findLead(parts, root, claims.isTitle, isDocument)];
  const dropped = cleanRoot({ parts, root, claims, isByBody, isDocument, title, tables: source.tables });
  return { nodes: [...before, root].map((part) => part.element), dropped };
};

/** Anything else: the whole of its main part. */
const keepWhole = (source: PageSource, parts: readonly PagePart[], claims: PageClaims): Kept => {
  dropShareBars(parts);
  dropRelated(parts, isGoodsTitle);
  dropBelow(parts, findTitle(parts, claims));
  if (claims.isProduct) {
    dropContentsLists(parts);
    dropTeasers(parts, findTitle(parts, claims));
  }
  const part = wholeMain(parts);
  if (!part || part.all.chars === 0) return { nodes: source.root.children, dropped: new Set(), isWholePage: true };
  const dropped = new Set(parts.filter(({ isDropped }) => isDropped).map(({ element }) => element));
  if (part.parent) return { nodes: [part.element], dropped };
  return { nodes: source.root.children, dropped, isWholePage: true };
};

const hasMoreNodes = ({ root }: PageSource, most: number): boolean => {
  let nodes = 0;
  walk(root, {
    enter: () => (nodes += 1) <= most,
    text: () => void (nodes += 1),
  });
  return nodes > most;
};

/**
 * The page reduced to its main content: a new source whose tree contains only what a reader came for. The given tree does
 * not change. A page without running text, such as a product's, keeps all but what is beside its main part; where no part is
 * the main one, all of it is kept, and `hasNoMain` says so. Linear in the number of nodes.
 */
export const keepMainContent = (source: PageSource, { isDocument = false }: MainContentForm = {}): PageSource => {
  if (hasMoreNodes(source, source.limits.maxMainNodes)) {
    source.limitsHit.add('maxMainNodes');
    return { ...source, hasNoMain: true };
  }
  const parts = readParts(source);
  const claims = readClaims(source);
  dropBeside(parts, claims);
  const text = claims.isProduct || claims.isThing ? undefined : keepText(source, parts, claims, isDocument);
  const { nodes, dropped, isWholePage = false } = text ?? keepWhole(source, parts, claims);
  const root = copyKept(nodes, dropped);
  return { ...source, root, tables: readTableFacts(root), hasNoMain: isWholePage };
};
