import type { PageKind } from '../source/page-content.js';
import { DOCS_SOFTWARE, FORUM_SOFTWARE } from './kind-words.js';
import type { Scores } from './scores.js';

export interface StatedTypes {
  /** Types of the one thing that the page states; empty where unknown. */
  readonly main: string;
  /** Types of everything that it states. */
  readonly types: ReadonlySet<string>;
  readonly meta: ReadonlyMap<string, string>;
}

/** What a thing of such a type makes of its page; the first that fits counts. */
const MAIN_TYPES: readonly (readonly [PageKind, RegExp, number])[] = [
  ['recipe', /\bRecipe\b/, 6],
  ['event', /(?:Event|Festival)\b/, 6],
  ['thread', /\b(?:DiscussionForumPosting|Question|QAPage)\b/, 6],
  ['documentation', /\b(?:TechArticle|APIReference)\b/, 5],
  [
    'product',
    /\b(?:\w*Product\w*|Vehicle|Car|Motorcycle|RealEstateListing|Apartment\w*|House|SingleFamilyResidence|Residence|Accommodation)\b/,
    6,
  ],
  ['product', /\b\w+Application\b/, 4],
  ['article', /(?:Article|BlogPosting|LiveBlogPosting|Report)\b/, 5],
  [
    'profile',
    /\b(?:Person|ProfilePage|\w*Business|Hotel|Restaurant|Dentist|Physician|Store|\w*Contractor|Bakery|CafeOrCoffeeShop|BarOrPub|Hostel|Motel|Resort|BedAndBreakfast|Plumber|Electrician|Attorney|MusicGroup|SportsTeam)\b/,
    4.5,
  ],
  ['profile', /\b(?:Organization|Corporation)\b/, 2.5],
];

/** What a page says of itself as a page. */
const PAGE_TYPES: readonly (readonly [PageKind, RegExp, number])[] = [
  ['listing', /^(?:CollectionPage|SearchResultsPage|OfferCatalog|ItemList)$/, 2.5],
  ['profile', /^ProfilePage$/, 4],
  ['thread', /^(?:QAPage|DiscussionForumPosting)$/, 5],
  ['product', /^ItemPage$/, 1.5],
  ['article', /^(?:NewsArticle|ReportageNewsArticle|AnalysisNewsArticle|OpinionNewsArticle)$/, 2],
];

const GRAPH_TYPES: readonly (readonly [PageKind, RegExp, number])[] = [
  ['product', /^(?:og:)?product(?:\.item)?$/, 4],
  ['listing', /^product\.group$/, 3],
  ['article', /^(?:news\.)?article$/, 2.5],
  ['profile', /^profile$/, 3.5],
  ['event', /event$/, 4],
  ['recipe', /recipe$/, 5],
];

const GENERATORS: readonly (readonly [PageKind, RegExp, number])[] = [
  ['documentation', DOCS_SOFTWARE, 4],
  ['thread', FORUM_SOFTWARE, 2],
];

const add = (rows: typeof MAIN_TYPES, text: string, scores: Scores): void => {
  const row = rows.find(([, pattern]) => pattern.test(text));
  if (row) scores[row[0]] += row[2];
};

/** Evidence in types of schema.org and in meta tags. */
export const typeEvidence = ({ main, types, meta }: StatedTypes, scores: Scores): void => {
  add(MAIN_TYPES, main, scores);
  for (const type of types) add(PAGE_TYPES, type, scores);
  add(GRAPH_TYPES, meta.get('og:type')?.trim().toLowerCase() ?? '', scores);
  add(GENERATORS, meta.get('generator')?.trim() ?? '', scores);
  if (meta.has('article:published_time')) scores.article += 1;
  if (meta.has('author')) scores.article += 0.5;
  if (meta.has('product:price:amount') || meta.has('og:price:amount')) scores.product += 2.5;
};
