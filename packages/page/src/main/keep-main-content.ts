import type { ChildNode, Element } from 'domhandler';
import { walk } from '@quarry/html';
import type { PageSource } from '../page-source.js';
import { readTableFacts } from '../tables/table-facts.js';
import { chooseRoot } from './choose-root.js';
import { cleanRoot } from './clean-root.js';
import { copyKept } from './copy-kept.js';
import { coverByBody } from './cover-by-body.js';
import { dropBeside } from './drop-beside.js';
import { findHeadline, findLead } from './find-lead.js';
import { markTeasers } from './mark-teasers.js';
import { type PageClaims, readClaims } from './page-claims.js';
import { linkShare, type PagePart, readParts, sumParts } from './page-parts.js';
import { dropShareBars, wholeMain } from './whole-main.js';

export interface MainContentForm {
  /** Keeps the headline and what stands below pictures: for forms that show pictures. Default: the running text alone. */
  readonly isDocument?: boolean;
}

/** Above this share of links a page is a list of other pages, not a text. */
const MAX_LINK_SHARE = 0.6;

/** What is kept: these nodes, without those in `dropped`. */
interface Kept {
  readonly nodes: readonly ChildNode[];
  readonly dropped: ReadonlySet<Element>;
}

/** A page with less running text than this, and so small a share of all its text, is about something else. */
const MIN_TEXT_MASS = 600;
const MIN_TEXT_SHARE = 0.2;

/** A shipping note on a page of a shop, a slogan among the forms of a tool: running text that is not what the page is for. */
const isAfterthought = ([page]: readonly PagePart[], root: PagePart, { isArticle }: PageClaims): boolean => {
  if (isArticle || !page || root.all.mass >= MIN_TEXT_MASS) return false;
  for (let up: PagePart | undefined = root; up; up = up.parent) if (up.element.name === 'article') return false;
  return root.all.chars < page.all.chars * MIN_TEXT_SHARE;
};

/** A text: its root, and its lead where that stands before it. */
const keepText = (
  source: PageSource,
  parts: readonly PagePart[],
  claims: PageClaims,
  isDocument: boolean,
): Kept | undefined => {
  markTeasers(parts);
  const isByBody = coverByBody(parts, claims.articleBody);
  if (isByBody) sumParts(parts);
  const root = chooseRoot(parts, isByBody);
  if (!root || linkShare(root.all) > MAX_LINK_SHARE || isAfterthought(parts, root, claims)) return undefined;
  const headline = isDocument ? findHeadline(parts, root, claims.isTitle) : undefined;
  const before = [...(headline ? [headline] : []), ...findLead(parts, root, claims.isTitle, isDocument)];
  const dropped = cleanRoot({ parts, root, claims, isByBody, isDocument, tables: source.tables });
  return { nodes: [...before, root].map((part) => part.element), dropped };
};

/** Anything else: the whole of its main part. */
const keepWhole = (source: PageSource, parts: readonly PagePart[]): Kept => {
  dropShareBars(parts);
  const part = wholeMain(parts);
  if (!part || part.all.chars === 0) return { nodes: source.root.children, dropped: new Set() };
  const dropped = new Set(parts.filter(({ isDropped }) => isDropped).map(({ element }) => element));
  return { nodes: part.parent ? [part.element] : source.root.children, dropped };
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
 * The page reduced to its main content: a source of its own whose tree holds only what a reader came for. The given tree stays
 * as it is. A page that is no running text, such as a product's, keeps all but what stands beside its main part. Linear in the
 * number of nodes.
 */
export const keepMainContent = (source: PageSource, { isDocument = false }: MainContentForm = {}): PageSource => {
  if (hasMoreNodes(source, source.limits.maxMainNodes)) {
    source.limitsHit.add('maxMainNodes');
    return source;
  }
  const parts = readParts(source);
  const claims = readClaims(source);
  dropBeside(parts, claims);
  const text = claims.isProduct ? undefined : keepText(source, parts, claims, isDocument);
  const { nodes, dropped } = text ?? keepWhole(source, parts);
  const root = copyKept(nodes, dropped);
  return { ...source, root, tables: readTableFacts(root) };
};
