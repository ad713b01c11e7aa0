import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { decodeBody } from '@quarry/html';

/** Captured pages, kept beside the repository and never in it. */
export const CORPUS = process.env['QUARRY_CORPUS'] ?? path.resolve(process.cwd(), '../shared/corpus');

/** Folders of the captures of each operation, and an address of such a page. */
export const OPERATIONS = [
  { id: 'enginea/serp', folders: ['google/serp', 'google/noresults'], url: undefined },
  { id: 'enginea/ai-mode', folders: ['google/ai-mode'], url: undefined },
  { id: 'enginea/shopping', folders: ['google/shopping', 'google/serp-shopping-ads'], url: undefined },
  { id: 'enginea/images', folders: ['google/images'], url: undefined },
  { id: 'enginea/scholar', folders: ['google/scholar'], url: undefined },
  { id: 'engineb/serp', folders: ['bing'], url: undefined },
  { id: 'enginec/serp', folders: ['duckduckgo'], url: undefined },
  { id: 'lodging/search', folders: ['booking/search'], url: 'https://www.booking.com/searchresults.html' },
  { id: 'lodging/place', folders: ['booking/place'], url: 'https://www.booking.com/hotel/xx/x.html' },
  { id: 'retailer/search', folders: ['walmart/search'], url: 'https://www.walmart.com/search?q=x' },
  { id: 'retailer/product', folders: ['walmart/product'], url: 'https://www.walmart.com/ip/1' },
  { id: 'jobboard/listing', folders: ['indeed/search', 'indeed/old_search'], url: 'https://www.indeed.com/jobs' },
  {
    id: 'storeplatform/collections',
    folders: ['shopify/collections-json'],
    url: 'https://store.example/collections.json',
  },
  { id: 'realtya/listing', folders: ['redfin/search', 'redfin/property'], url: 'https://www.redfin.com/city/1/TX/X' },
  { id: 'realtyb/property', folders: ['zillow/property'], url: 'https://www.zillow.com/homedetails/53109906_zpid/' },
  { id: 'localreviews/place', folders: ['yelp/place'], url: 'https://www.yelp.com/biz/x' },
] as const;

export type MeasuredOperation = (typeof OPERATIONS)[number];

export const pagesOf = ({ folders, id }: MeasuredOperation): string[] =>
  folders
    .map((folder) => path.join(CORPUS, folder))
    .filter((folder) => existsSync(folder))
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => path.join(entry.parentPath, entry.name)),
    )
    .filter((file) => (id === 'storeplatform/collections' ? file.endsWith('.json') : /\.html?$/.test(file)))
    .sort();

export const readPage = (file: string): string => decodeBody(readFileSync(file), 'text/html').text;
