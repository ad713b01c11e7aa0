import { isCallField, OPERATIONS, type Operation } from '../../packages/contracts/src/index.js';

/** How the names of a table of the specification are read: fields, parameters by path, or rows by their first cell. */
export type TableKind = 'fields' | 'paths' | 'labels';

/** A table of the specification, and every name that it has. */
export interface IndexedTable {
  readonly table: string;
  readonly kind: TableKind;
  readonly names: readonly string[];
}

const words = (text: string): string[] => text.trim().split(/\s+/);
/** Fields of the items of a list, or of an object. */
const below = (parent: string, names: string): string[] => [
  parent.replace(/\[\]$/, ''),
  ...words(names).map((name) => `${parent}.${name}`),
];

const STAY = words('checkInDate checkOutDate rooms adults children childrenAges');

/** Every table of the specification in its order, with all names that need an entry. */
export const SPEC_INDEX: readonly IndexedTable[] = [
  { table: 'request metadata', kind: 'fields', names: words('id status html url') },
  {
    table: 'page-scrape result',
    kind: 'fields',
    names: words('requestMetadata headers screenshot content markdown text'),
  },
  { table: 'batch acceptance', kind: 'fields', names: words('jobId status') },
  {
    table: 'batch results',
    kind: 'fields',
    names: [
      ...words('page limit total results results[].query'),
      ...words('id status json html url').map((name) => `results[].result.${name}`),
    ],
  },
  {
    table: 'web-search result',
    kind: 'fields',
    names: [
      ...words('requestMetadata searchInformation.totalResults searchInformation.timeTaken organicResults'),
      ...words('position title link displayedLink source snippet').map((name) => `organicResults[].${name}`),
      'organicResults[].snippetHighlitedWords',
      ...below('organicResults[].sitelinks.inline[]', 'title link'),
      ...below('organicResults[].sitelinks.list[]', 'title link snippet'),
      'organicResults[].images',
      'organicResults[].richSnippet.top.extensions',
      ...below('organicResults[].richSnippet.top.detectedExtensions', 'rating reviews'),
      ...below(
        'localResults.places[]',
        'position title rating reviews reviewsOriginal address hours placeId description',
      ),
      'localResults.moreLocationsLink',
      ...below('relatedSearches[]', 'query link'),
      ...below('relatedQuestions[]', 'question title link displayedLink snippet list date'),
      ...below('knowledgeGraph', 'title type'),
      ...below('perspectives[]', 'index author source duration extensions thumbnail title link date snippet'),
      ...below(
        'immersiveProducts[]',
        'position category title productId productLink price extractedPrice source reviews rating extensions delivery thumbnail',
      ),
    ],
  },
  {
    table: 'ai-mode result',
    kind: 'fields',
    names: [
      ...words(
        'requestMetadata textBlocks textBlocks[].type textBlocks[].snippet textBlocks[].snippetHighlightedWords',
      ),
      ...below('textBlocks[].list[]', 'snippet'),
      ...below('references[]', 'link title snippet source index'),
    ],
  },
  { table: 'states', kind: 'labels', names: ['(none)'] },
  {
    table: 'path segments',
    kind: 'labels',
    names: words('enginea engineb enginec lodging retailer jobboard storeplatform realtya realtyb localreviews'),
  },
  {
    table: 'scrape/web',
    kind: 'fields',
    names: words('url outputFormat screenshot extractLinks extractEmails proxyType proxyCountry aiExtractRules'),
  },
  {
    table: 'batch paths',
    kind: 'labels',
    names: [
      'POST {base_url}/scrape/batch/web',
      'GET {base_url}/scrape/batch/web/<job_id>',
      'GET {base_url}/scrape/batch/web/<job_id>/results',
      'POST {base_url}/scrape/batch/enginea/serp',
      'GET {base_url}/scrape/batch/enginea/serp/<job_id>',
      'GET {base_url}/scrape/batch/enginea/serp/<job_id>/results',
    ],
  },
  {
    table: 'enginea',
    kind: 'paths',
    names: [
      'serp q',
      ...words('q location uule gl').map((name) => `ai-mode ${name}`),
      ...words('q location uule domain gl hl tbs deviceType').map((name) => `shopping ${name}`),
      ...words('q location uule domain gl deviceType').map((name) => `images ${name}`),
    ],
  },
  {
    table: 'enginea/scholar',
    kind: 'fields',
    names: words('q hl lr start num asYlo asYhi scisbd cluster cites asSdt safe filter asVis asRr'),
  },
  {
    table: 'engineb/serp',
    kind: 'fields',
    names: words('q location lat lon mkt cc setLang safeSearch filters deviceType first'),
  },
  { table: 'enginec/serp', kind: 'fields', names: words('q kl cc setLang safeSearch deviceType nextPageToken') },
  {
    table: 'lodging/search',
    kind: 'fields',
    names: [
      ...['keyword', 'sort', ...STAY, 'price[min]', 'price[max]', 'bedrooms', 'bathrooms'],
      ...words(
        'propertyType[] rating[] reviewScore[] distanceFromCenter[] propertyAccessibility[] meals[] facilities[]',
      ),
      ...words(
        'roomFacilities[] roomAccessibility[] bedPreference[] reservationPolicy[] travelGroup[] onlinePayment[]',
      ),
      ...words('language currency page'),
    ],
  },
  { table: 'lodging/place', kind: 'fields', names: ['url', ...STAY, 'language', 'currency'] },
  {
    table: 'retailer/search',
    kind: 'fields',
    names: words('q catId domain language sort url page minPrice maxPrice deliveryType facet'),
  },
  { table: 'retailer/product', kind: 'fields', names: words('itemId url domain language otherOffers') },
  {
    table: 'jobboard/listing',
    kind: 'fields',
    names: words('keyword location sort domain sponsoredOnly datePosted remoteType nextPage start'),
  },
  { table: 'storeplatform/collections', kind: 'fields', names: words('url limit page') },
  {
    table: 'realtya/listing',
    kind: 'fields',
    names: [
      ...words('keyword type sort price[min] price[max]'),
      ...words('min max interestRate insuranceRate downPaymentPercent downPaymentAmount mortgageTerm').map(
        (name) => `monthlyPayment[${name}]`,
      ),
      ...words('cost[hoa] cost[pricePerSqft][min] cost[pricePerSqft][max] cost[excludeLandLeases]'),
    ],
  },
  { table: 'realtyb/property', kind: 'fields', names: words('url extractAgentEmails') },
  { table: 'localreviews/place', kind: 'fields', names: words('placeId domain') },
  {
    table: 'limits',
    kind: 'labels',
    names: [
      ...['Page load time', 'Batch size', 'Results per page', 'Results depth', 'Collections per request'],
      ...['Children', 'Price bounds'],
    ],
  },
  {
    table: 'prices',
    kind: 'labels',
    names: [
      'AI mode, web search, shopping, second and third search engine',
      'Accommodation search, accommodation place',
      'Retail search',
      'Retail product',
      'Job listing, local-business place',
      'Images, scholar',
      'Store collections, real-estate listing, real-estate property',
    ],
  },
];

const isSpecified = ({ id }: Operation): boolean =>
  SPEC_INDEX.some(
    ({ table, kind, names }) =>
      table === id || (kind === 'paths' && names.some((name) => id === `${table}/${name.split(' ', 1)[0]}`)),
  );

/** The parameters of an operation, those of a group as `price[min]`. */
const parametersOf = ({ input }: Operation): string[] =>
  Object.entries(input.fields)
    .filter(([name]) => !isCallField(name))
    .flatMap(([name, { fields }]) =>
      fields === undefined ? [name] : Object.keys(fields).map((member) => `${name}[${member}]`),
    );

/** A table for each operation that came after the specification: its parameters, all of which need an entry. */
export const ADDED_INDEX: readonly IndexedTable[] = OPERATIONS.filter((operation) => !isSpecified(operation)).map(
  (operation) => ({ table: operation.id, kind: 'fields', names: parametersOf(operation) }),
);
