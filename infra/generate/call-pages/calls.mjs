/**
 * The pages of calls: one for each family, with its operations in order. Python and TypeScript print `shows`, values of the response
 * or of each of its first `rows`. `args` stand in place of the contract's example.
 */
export const CALL_PAGES = [
  {
    file: 'pages',
    title: 'Calls: one page',
    guide: '[Page scraping](../page-scraping.md) explains every parameter and the fields of the response.',
    calls: [
      {
        id: 'scrape/web',
        heading: 'A page as markdown',
        args: { url: 'https://example.com/', outputFormat: ['markdown'], extractLinks: true },
        shows: ['statusCode', 'markdown'],
      },
      {
        id: 'scrape/web',
        heading: 'The main content alone, as text',
        args: { url: 'https://example.com/lamp', outputFormat: ['text'], onlyMainContent: true },
        shows: ['requestMetadata.title', 'text'],
      },
      {
        id: 'scrape/web',
        heading: 'Fields by CSS',
        args: {
          url: 'https://example.com/lamp',
          extractRules: { name: 'h1', price: '.price' },
          outputFormat: ['text'],
        },
        shows: ['extractedData.[name]', 'extractedData.[price]'],
      },
      {
        id: 'scrape/web',
        heading: 'A page that is gone',
        note: 'The target responded, so this is a success; it is free of charge.',
        args: { url: 'https://example.com/gone', outputFormat: ['text'] },
        shows: ['statusCode', 'statusText'],
      },
    ],
  },
  {
    file: 'maps',
    title: 'Calls: maps of sites',
    guide: '[Map of a site](../map.md) explains where addresses come from, and the bounds.',
    calls: [{ id: 'map/web', args: { url: 'https://example.com/', limit: 100 }, rows: 'links', shows: ['url'] }],
  },
  {
    file: 'search',
    title: 'Calls: search engines',
    guide: '[Search engines](../search.md) explains countries, next pages and what is charged.',
    calls: [
      { id: 'enginea/serp', rows: 'organicResults', shows: ['position', 'title', 'link'] },
      { id: 'enginea/ai-mode', rows: 'textBlocks', shows: ['type'] },
      { id: 'enginea/shopping', rows: 'shoppingResults', shows: ['position', 'title', 'price'] },
      { id: 'enginea/images', rows: 'imagesResults', shows: ['position', 'title', 'link'] },
      { id: 'enginea/scholar', rows: 'organicResults', shows: ['position', 'title', 'link'] },
      { id: 'engineb/serp', rows: 'organicResults', shows: ['position', 'title', 'link'] },
      { id: 'enginec/serp', rows: 'organicResults', shows: ['position', 'title', 'link'] },
    ],
  },
  {
    file: 'lodging',
    title: 'Calls: accommodation',
    guide: '[Sites](../sites.md#accommodation) explains prices, dates and what happens with few matches.',
    calls: [
      {
        id: 'lodging/search',
        args: {
          ...{ keyword: 'Lisbon', checkInDate: '2030-06-10', checkOutDate: '2030-06-14', rooms: 1, adults: 2 },
          ...{ children: 1, childrenAges: '7', price: { min: 100, max: 400 }, propertyType: ['hotels', 'apartments'] },
          currency: 'EUR',
        },
        rows: 'results',
        shows: ['title', 'price.pricePerStayParsed', 'price.currency'],
      },
      { id: 'lodging/place', shows: ['overview.title', 'rooms.0.name'] },
    ],
  },
  {
    file: 'retailer',
    title: 'Calls: products',
    guide: '[Sites](../sites.md) explains what is charged, and what happens when there is no record.',
    calls: [
      { id: 'retailer/search', rows: 'productResults', shows: ['title', 'price.currentPrice'] },
      { id: 'retailer/product', shows: ['product.title', 'product.price.currentPrice'] },
    ],
  },
  {
    file: 'jobboard',
    title: 'Calls: jobs',
    guide: '[Sites](../sites.md#jobs) explains dates and sponsored listings.',
    calls: [{ id: 'jobboard/listing', rows: 'jobs', shows: ['title', 'company', 'location'] }],
  },
  {
    file: 'storeplatform',
    title: 'Calls: online stores',
    guide: '[Sites](../sites.md#urls) explains which URLs are accepted.',
    calls: [{ id: 'storeplatform/collections', rows: 'collections', shows: ['handle', 'title'] }],
  },
  {
    file: 'homes',
    title: 'Calls: homes',
    guide: '[Sites](../sites.md#several-documents) explains agents and their e-mail addresses.',
    calls: [
      { id: 'realtya/listing', rows: 'properties', shows: ['addressRaw', 'price'] },
      { id: 'realtyb/property', shows: ['property.address.street', 'property.price'] },
    ],
  },
  {
    file: 'localreviews',
    title: 'Calls: local businesses',
    guide: '[Sites](../sites.md) explains what is charged, and what happens when there is no record.',
    calls: [
      { id: 'localreviews/place', shows: ['placeResult.name', 'placeResult.rating'] },
      { id: 'localreviews/search', rows: 'places', shows: ['position', 'name', 'rating'] },
    ],
  },
];
