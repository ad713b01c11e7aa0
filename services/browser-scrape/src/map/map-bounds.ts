/** What one map may take. What is beyond a bound is left out, and the response names the bound. */
export interface MapBounds {
  /** Of the whole map. */
  readonly timeMs: number;
  /** Of one document, retries included. */
  readonly documentTimeMs: number;
  /** Documents asked for, the page and robots.txt included. */
  readonly maxDocuments: number;
  /** Bytes of all documents, unpacked. */
  readonly maxBytes: number;
  /** Bytes of one document, unpacked. */
  readonly maxDocumentBytes: number;
  /** Indexes of sitemaps above a sitemap. */
  readonly maxDepth: number;
  /** Addresses kept before the limit of the call. */
  readonly maxAddresses: number;
  /** Documents fetched at once. */
  readonly concurrency: number;
}

export const MAP_BOUNDS: MapBounds = {
  timeMs: 25_000,
  documentTimeMs: 10_000,
  maxDocuments: 200,
  maxBytes: 256 * 1024 * 1024,
  // What the protocol of sitemaps allows.
  maxDocumentBytes: 50 * 1024 * 1024,
  maxDepth: 3,
  maxAddresses: 100_000,
  concurrency: 4,
};
