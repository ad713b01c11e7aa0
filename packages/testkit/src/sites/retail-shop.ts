import type { SitePages, SiteReply } from './site-pages.js';
import { troubleOf } from './site-trouble.js';

const PAGE_SIZE = 40;
const PAGES = 10;

const priceOf = (amount: number): Record<string, unknown> => {
  const text = `$${amount.toFixed(2)}`;
  return { price: amount, priceString: text, priceDisplay: text, currencyUnit: 'USD' };
};

const itemOf = (query: string, index: number): Record<string, unknown> => ({
  __typename: 'Product',
  usItemId: String(1_000 + index),
  name: `${query} ${index}`,
  canonicalUrl: `/ip/item/${1_000 + index}?from=/search`,
  imageInfo: { thumbnailUrl: `https://pictures.example/${index}.jpeg` },
  price: 5 + index,
  priceInfo: { linePrice: `$${(5 + index).toFixed(2)}`, linePriceDisplay: `Now $${(5 + index).toFixed(2)}` },
  averageRating: 4.5,
  numberOfReviews: index + 1,
  sellerId: 'S1',
  sellerName: 'Shop',
  availabilityStatusV2: { display: 'In stock', value: 'IN_STOCK' },
  isSponsoredFlag: index % 5 === 0,
  badges: { flags: [], tags: [] },
});

const pageOf = (state: Record<string, unknown>): SiteReply => ({
  body: `<!doctype html><html><head><title>Shop</title></head><body><h1>Shop</h1><p>${'A shelf among others. '.repeat(20)}</p>
<script id="__NEXT_DATA__" type="application/json">${JSON.stringify(state).replaceAll('<', '\\u003c')}</script></body></html>`,
});

const listOf = (query: string, page: number): SiteReply => {
  const isEmpty = query.startsWith('!none');
  const count = isEmpty || page > PAGES ? 0 : PAGE_SIZE;
  const start = (page - 1) * PAGE_SIZE;
  const searchResult = {
    aggregatedCount: isEmpty ? 0 : PAGE_SIZE * PAGES,
    itemStacks: [{ items: Array.from({ length: count }, (_unused, index) => itemOf(query, start + index)) }],
    paginationV2: { maxPage: PAGES, pageProperties: { ps: String(PAGE_SIZE), page, query } },
  };
  const brands = { type: 'brand', title: 'Brand', values: [{ id: 'A & B', title: 'A & B', itemCount: 3 }] };
  const contentLayout = { modules: [{ configs: { allSortAndFilterFacets: [brands] } }] };
  const initialData = { searchResult, contentLayout, pageMetadata: { location: { storeId: '7' } } };
  return pageOf({ page: '/search', props: { pageProps: { initialData } } });
};

/** Items whose ids begin with 7 have two other sellers. */
const hasOthers = (id: string): boolean => id.startsWith('7');

const productOf = (id: string): Record<string, unknown> => ({
  usItemId: id,
  offerId: 'O1',
  name: `Item ${id}`,
  canonicalUrl: `/ip/item/${id}`,
  conditionType: 'New',
  sellerId: 'S1',
  sellerName: 'Shop',
  priceInfo: { currentPrice: priceOf(20) },
  availabilityStatusV2: { display: 'In stock', value: 'IN_STOCK' },
  ...(hasOthers(id)
    ? {
        additionalOfferCount: 2,
        transactableOfferCount: 3,
        secondaryOfferPrice: { currentPrice: priceOf(18) },
      }
    : { additionalOfferCount: null, transactableOfferCount: 1 }),
});

const offerOf = (id: number): Record<string, unknown> => ({
  offerId: `O${id}`,
  sellerId: `S${id}`,
  sellerName: `Seller ${id}`,
  catalogSellerId: id,
  priceInfo: { currentPrice: priceOf(16 + id) },
});

/** The response with all offers; refused for items whose ids begin with 79. */
const offersOf = (variables: string): SiteReply => {
  const id = /"itemId":"(\w+)"/.exec(variables)?.[1] ?? '';
  const type = 'application/json; charset=utf-8';
  if (id.startsWith('79')) {
    return { status: 412, type, body: JSON.stringify({ redirectUrl: '/blocked?url=Lw', appId: 'PX' }) };
  }
  return { type, body: JSON.stringify({ data: { product: { allOffers: [1, 2, 3].map(offerOf) } } }) };
};

/** Searches of ten pages and any product, in any language; products with `gone` in the address do not exist, `!word` makes trouble. */
export const retailShop: SitePages = ({ pathname, searchParams }) => {
  if (/^\/orchestra\/\w+\/graphql\/GetAllSellerOffers\/\w+$/.test(pathname)) {
    return offersOf(searchParams.get('variables') ?? '');
  }
  const path = pathname.replace(/^\/(?:en|es|fr)(?=\/)/, '');
  const [, slug = '', id] = /^\/ip\/(?:([^/]+)\/)?(\w+)$/.exec(path) ?? [];
  const [, category] = /^\/browse\/(\w+)$/.exec(path) ?? [];
  const query = searchParams.get('q') ?? category;
  const trouble = troubleOf(id === undefined ? (query ?? '') : decodeURIComponent(slug));
  if (trouble) return trouble;
  if (id !== undefined) {
    const product = slug === 'gone' ? null : productOf(id);
    return pageOf({ page: '/ip/[...itemParams]', props: { pageProps: { initialData: { data: { product } } } } });
  }
  return query === undefined ? undefined : listOf(query, Number(searchParams.get('page') ?? 1));
};
