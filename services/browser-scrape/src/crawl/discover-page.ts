import { createHash } from 'node:crypto';
import { convertPage, type DiscoveredPage, type FetchedText } from '@quarry/page';

/** What a crawl needs of a page. */
export interface PageDiscovery {
  /** Absolute addresses that the whole page links to, in its order, each once. */
  readonly links: readonly string[];
  /** Digest of its title and visible text; absent where it has too little text to tell pages apart. */
  readonly contentKey?: string;
}

/** Pages with less visible text than this, in characters, are never taken for equal. */
export const LEAST_TEXT_CHARS = 64;

/** Filters of the call do not matter: a crawl follows the links of the page as it is. */
export const discoveryOf = ({ links = [], text = '', title = '' }: DiscoveredPage): PageDiscovery => {
  const words = text.replace(/\s+/g, ' ').trim();
  if (words.length < LEAST_TEXT_CHARS) return { links };
  return { links, contentKey: createHash('sha256').update(`${title}\n${words}`).digest('base64url') };
};

/** Of a document whose conversion did not say it. */
export const discoverPage = (document: FetchedText): PageDiscovery =>
  discoveryOf(convertPage(document, { formats: ['text'], links: true, emails: false, title: true }));
