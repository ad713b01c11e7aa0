import { describe, expect, it } from '@jest/globals';
import { OPERATIONS, operationById } from './index.js';

const requestMetadata = {
  id: '0b9c4f0e-2f5d-4e57-9a52-8f0a3d5c6b71',
  status: 'ok',
  url: 'https://target.example/',
  html: 'https://files.example/x',
};

/** A small true answer of each operation and one that is wrong. */
const ANSWERS: Readonly<Record<string, readonly [good: object, bad: object]>> = {
  'scrape/web': [
    {
      statusCode: 200,
      statusText: 'OK',
      url: 'https://example.com/',
      rendered: false,
      headers: { 'content-type': 'text/html' },
      content: '<p>',
      links: ['https://example.com/a'],
      json: { title: 'x', headings: [], openGraph: {} },
      extractedData: { a: null, b: 'x', c: ['x', 'y'] },
      aiResponse: { price: 5, missing: null },
    },
    { url: 'https://example.com/' },
  ],
  'enginea/serp': [
    {
      searchInformation: { totalResults: '1,000', timeTaken: 0.3 },
      organicResults: [
        {
          position: 1,
          title: 't',
          link: 'l',
          snippetHighlitedWords: ['t'],
          sitelinks: { inline: [{ title: 'a', link: 'b' }] },
          richSnippet: { top: { detectedExtensions: { rating: 4.5, reviews: 10 } } },
        },
      ],
      localResults: { places: [{ position: 1, rating: 4.1 }], moreLocationsLink: 'x' },
      knowledgeGraph: { title: 'x', type: 'y', founder: 'z' },
      pagination: { next: 'u', pages: [{ '2': 'u' }] },
    },
    { organicResults: [{ position: '1', title: 't', link: 'l' }] },
  ],
  'enginea/ai-mode': [
    { textBlocks: [{ type: 'list', list: [{ snippet: 'x' }] }], references: [{ index: 1, link: 'l' }] },
    { textBlocks: [], references: [{ index: 0 }] },
  ],
  'enginea/shopping': [{ shoppingResults: [{ title: 't', extractedPrice: 9.5 }] }, { shoppingResults: {} }],
  'enginea/images': [{ imagesResults: [{ position: 1, originalWidth: 10 }] }, {}],
  'enginea/scholar': [
    { organicResults: [{ position: 1, title: 't', citedBy: { total: 3, citesId: 'x' } }] },
    { organicResults: [{ title: 't' }] },
  ],
  'engineb/serp': [{ organicResults: [], aiAnswer: { textBlocks: [{ type: 'paragraph' }] } }, { organicResults: null }],
  'enginec/serp': [{ organicResults: [], nextPageToken: 'x', pagination: { nextPageToken: 'x' } }, {}],
  'lodging/search': [{ results: [{ hotelId: 1, title: 't', url: 'u', rating: 4 }] }, { results: [{ title: 't' }] }],
  'lodging/place': [{ overview: { id: '1', title: 't' }, rooms: [] }, { rooms: [] }],
  'retailer/search': [
    { productResults: [{ position: 1, id: '1', title: 't', memberSavings: true }] },
    { productResults: [{ id: 1 }] },
  ],
  'retailer/product': [{ product: { itemId: '1', title: 't', otherOffers: { totalOffers: 2 } } }, { product: {} }],
  'jobboard/listing': [{ jobs: [{ title: 't', salary: { min: 1, max: 2, type: 'YEARLY' } }] }, { jobs: [{}] }],
  'storeplatform/collections': [
    { collections: [{ id: 1, title: 't', handle: 'h', description: '', image: null }] },
    { collections: [{ id: 1 }] },
  ],
  'realtya/listing': [
    { properties: [{ id: 1, url: 'u', price: 5, beds: { min: 1, max: 2 }, daysOnSite: 3 }] },
    { properties: [{ id: true, url: 'u' }] },
  ],
  'realtyb/property': [
    { property: { id: 1, url: 'u', daysOnSite: 2, estimate: { estimate: 5, rentEstimate: 1 } } },
    { property: { id: true, url: 'u' } },
  ],
  'localreviews/place': [{ placeResult: { name: 'n', isClaimed: true } }, { placeResult: {} }],
};

describe.each(Object.entries(ANSWERS))('response of %s', (id, [good, bad]) => {
  const schema = operationById(id)?.result;

  it('takes a true answer and changes nothing', () => {
    const answer = { requestMetadata, ...good };
    expect(schema?.parse(answer)).toEqual(answer);
  });

  // Sites grow new blocks; what a scraped page comes to is all known.
  it(`${id === 'scrape/web' ? 'refuses' : 'takes'} unknown blocks`, () => {
    const answer = { requestMetadata, ...good, someNewBlock: [1] };
    expect(schema?.safeParse(answer).success).toBe(id !== 'scrape/web');
  });

  it('refuses a wrong one and one without its metadata', () => {
    expect(schema?.safeParse({ requestMetadata, ...bad }).success).toBe(false);
    expect(schema?.safeParse(good).success).toBe(false);
    expect(schema?.safeParse({ ...good, requestMetadata: { ...requestMetadata, status: 'error' } }).success).toBe(
      false,
    );
  });
});

it('uses neutral names in the answers', () => {
  const names = JSON.stringify(
    OPERATIONS.map(({ result }) => Object.keys((result as unknown as { shape: object }).shape)),
  );
  expect(names).not.toMatch(/google|bing|copilot|walmart|redfin|zillow|zestimate|hasdata/i);
});

it('takes the one property that an address leads to', () => {
  const answer = { requestMetadata, property: { id: 7, url: 'u', siteEstimate: {}, updatedAt: 'x' } };
  expect(operationById('realtya/listing')?.result.safeParse(answer).success).toBe(true);
});
