/** A product as the site's pages carry it. */
export const PRODUCT = {
  usItemId: '123',
  id: 'P1',
  offerId: 'O1',
  name: 'Kettle, 2 L',
  canonicalUrl: '/ip/Kettle/123',
  brand: 'Boilers',
  brandUrl: '/search?q=Boilers&facet=brand:Boilers',
  type: 'Kettles',
  model: 'K-2',
  upc: '012345678905',
  conditionType: 'New',
  badges: { flags: [{ text: 'Best seller' }], labels: null },
  availabilityStatus: 'IN_STOCK',
  availabilityStatusV2: { display: 'In stock', value: 'IN_STOCK' },
  priceInfo: {
    currentPrice: { price: 19.99, priceString: '$19.99', priceDisplay: 'Now $19.99', currencyUnit: 'USD' },
    wasPrice: { price: 65.99, priceString: '$65.99' },
    unitPrice: { price: 10, priceString: '$10.00/l' },
    priceRange: { priceString: null },
  },
  sellerId: 'S1',
  sellerName: 'Shop Ltd',
  sellerDisplayName: 'Shop',
  sellerStoreFrontURL: 'https://www.walmart.com/global/seller/7',
  sellerAverageRating: 4.5,
  returnPolicy: { returnPolicyText: 'Free 90-day returns' },
  imageInfo: {
    allImages: [{ url: 'https://i5.pictures.example/1.jpeg' }, { url: 'https://i5.pictures.example/2.jpeg' }],
  },
  category: {
    categoryPathId: '0:5:6',
    path: [
      { name: 'Home', url: '/cp/home/5' },
      { name: 'Kettles', url: null },
    ],
  },
  shortDescription: 'Boils water.',
  additionalOfferCount: null,
  transactableOfferCount: 1,
  selectedVariantIds: ['color-red', 'size-l'],
  imageMap: { I1: { url: 'https://i5.pictures.example/blue.jpeg' } },
  variantCriteria: [
    {
      name: 'Color',
      variantList: [
        { id: 'color-red', name: 'Red', availabilityStatus: 'AVAILABLE', products: ['P1', 'P3'], selected: true },
        { id: 'color-blue', name: 'Blue', availabilityStatus: 'AVAILABLE', products: ['P4', 'P2'], images: ['I1'] },
        { id: 'color-grey', name: 'Grey', availabilityStatus: 'NOT_AVAILABLE', products: ['P5', 'P6'] },
      ],
    },
    { name: 'Size', variantList: [] },
  ],
  variantsMap: {
    P1: { usItemId: '123', variants: ['color-red', 'size-l'] },
    P2: { usItemId: '124', variants: ['color-blue', 'size-l'] },
    P4: { usItemId: '126', variants: ['color-blue', 'size-s'] },
  },
  fulfillmentType: 'FC',
  fulfillmentLabel: [{ message: 'Shipping, arrives by Mon, Dec 16' }],
  shippingOption: { deliveryDate: '2026-12-16T22:59:00.000Z' },
};

/** What a page has besides. */
export const DATA = {
  product: PRODUCT,
  idml: {
    longDescription: '<ul> <li>Two <b>litres</b></li> <li>No noise</li></ul>',
    specifications: [
      { name: 'Color', value: 'Red' },
      { name: 'Empty', value: null },
    ],
    productHighlights: [{ name: 'Volume', value: '2 L' }],
  },
  reviews: {
    averageOverallRating: 4.4,
    totalReviewCount: 279,
    ratingValueFiveCount: 206,
    ratingValueFourCount: 31,
    ratingValueThreeCount: 16,
    ratingValueTwoCount: 11,
    ratingValueOneCount: 15,
  },
  contentLayout: { modules: [{ type: 'Item404' }] },
};

export const pageWith = (data: unknown, more: Record<string, unknown> = {}): string =>
  `<!doctype html><script id="__NEXT_DATA__" type="application/json">${JSON.stringify({
    page: '/ip/[...itemParams]',
    props: { pageProps: { initialData: { data, ...more } } },
  })}</script>`;

export const pageOf = (product: Record<string, unknown> = {}): string =>
  pageWith({ ...DATA, product: { ...PRODUCT, ...product } });
