import { gunzipSync } from 'node:zlib';
import type { Verdict } from '@quarry/contracts';
import { decodeBody } from '@quarry/html';
import {
  createSiteScope,
  readAddresses,
  scoreAddress,
  searchWords,
  sitemapsOfRobots,
  type AddressesKind,
  type FoundAddress,
  type SiteScope,
} from '@quarry/page';
import { judgeDocument, type FetchedDocument, type JudgedDocument } from '@quarry/verdict';

/** What a document is expected to be. */
export type DocumentRole = 'page' | 'robots' | 'sitemap' | 'feed';

export interface AddressTask {
  readonly document: FetchedDocument;
  readonly role: DocumentRole;
  /** Where a page or robots.txt led is of the site as well. */
  readonly scope: SiteScope;
  /** Only addresses that fit are returned. */
  readonly search?: string | undefined;
  readonly maxAddresses: number;
  readonly maxBytes: number;
}

export interface ScoredAddress extends FoundAddress {
  /** How well it fits the search; 0 without one. */
  readonly score: number;
}

export interface AddressTaskResult extends Pick<JudgedDocument, 'judgement' | 'mediaType'> {
  readonly kind: AddressesKind | 'robots';
  readonly addresses: readonly ScoredAddress[];
  /** Addresses of the site in the document, those that do not fit the search included. */
  readonly count: number;
  readonly sitemaps: readonly string[];
  readonly feeds: readonly string[];
  readonly isCut: boolean;
  /** Of the document, unpacked. */
  readonly bytes: number;
}

const NOTHING = { kind: 'none', addresses: [], count: 0, sitemaps: [], feeds: [], isCut: false, bytes: 0 } as const;

/** A page that needs scripts has links as it is served, too. */
const READABLE: ReadonlySet<Verdict> = new Set<Verdict>(['ok', 'script_wall']);

const TOO_LARGE = { verdict: 'too_large', reason: 'document_too_large' } as const;

const isGzip = (bytes: Uint8Array): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b;

type Unpacked =
  | { readonly bytes: Uint8Array }
  | { readonly verdict: 'too_large' | 'unsupported'; readonly reason: string };

/** A sitemap that is stored packed, which is no content coding of its response. */
const unpack = (packed: Uint8Array, maxBytes: number): Unpacked => {
  try {
    return { bytes: gunzipSync(packed, { maxOutputLength: maxBytes }) };
  } catch (error) {
    const isTooLarge = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
    return isTooLarge
      ? { verdict: 'too_large', reason: 'unpacked_too_large' }
      : { verdict: 'unsupported', reason: 'malformed_gzip' };
  }
};

const scored = (addresses: readonly FoundAddress[], search: string | undefined): ScoredAddress[] => {
  if (search === undefined) return addresses.map((address) => ({ ...address, score: 0 }));
  const words = searchWords(search);
  return addresses
    .map((address) => ({ ...address, score: scoreAddress(address, words) }))
    .filter(({ score }) => score > 0);
};

interface Text {
  readonly text: string;
  readonly mediaType: string;
  readonly bytes: number;
}

const readText = ({ text, mediaType, bytes }: Text, task: AddressTask): Omit<AddressTaskResult, 'judgement'> => {
  const { document, role, scope, search, maxAddresses } = task;
  const { url } = document;
  if (role === 'robots') {
    return { ...NOTHING, kind: 'robots', mediaType, bytes, sitemaps: sitemapsOfRobots(text, url) };
  }
  const roots = role === 'page' ? [...scope.roots, url] : scope.roots;
  const isOfSite = createSiteScope({ ...scope, roots });
  const { addresses, ...found } = readAddresses({ text, url, mediaType }, { isOfSite, maxAddresses });
  return { ...found, mediaType, bytes, addresses: scored(addresses, search), count: addresses.length };
};

/** Judges a document and, if it is one, reads what it lists. Runs in a thread; never throws for a document. */
export const readAddressTask = (task: AddressTask): AddressTaskResult => {
  const { document, maxBytes } = task;
  const { judgement, mediaType, text } = judgeDocument(document);
  const { bytes } = document;
  if (!READABLE.has(judgement.verdict)) return { ...NOTHING, judgement, mediaType, bytes: bytes.byteLength };
  if (bytes.byteLength > maxBytes) return { ...NOTHING, judgement: TOO_LARGE, mediaType, bytes: bytes.byteLength };
  if (!isGzip(bytes)) {
    if (text === undefined) return { ...NOTHING, judgement, mediaType, bytes: bytes.byteLength };
    return { judgement, ...readText({ text, mediaType, bytes: bytes.byteLength }, task) };
  }
  const unpacked = unpack(bytes, maxBytes);
  if ('verdict' in unpacked) return { ...NOTHING, judgement: unpacked, mediaType, bytes: bytes.byteLength };
  const decoded = decodeBody(unpacked.bytes);
  return {
    judgement,
    ...readText({ text: decoded.text, mediaType: 'text/plain', bytes: unpacked.bytes.byteLength }, task),
  };
};
