/** An address with what its document states of it. */
export interface FoundAddress {
  /** Canonical, see `canonicalAddress`. */
  readonly url: string;
  readonly title?: string | undefined;
  /** W3C date or time, as stated. */
  readonly lastmod?: string | undefined;
}

/** What a document is that addresses were read from; `none`: nothing that lists addresses. */
export type AddressesKind = 'page' | 'sitemap' | 'sitemapIndex' | 'feed' | 'none';

export interface AddressReading {
  readonly kind: AddressesKind;
  /** In their order, each once. */
  readonly addresses: readonly FoundAddress[];
  /** Sitemaps that the document names. */
  readonly sitemaps: readonly string[];
  /** Feeds that the page names. */
  readonly feeds: readonly string[];
  /** Whether there were more addresses than were asked for. */
  readonly isCut: boolean;
}

export interface AddressesWanted {
  /** Whether an address is one of the site. */
  readonly isOfSite: (address: string) => boolean;
  readonly maxAddresses: number;
}

export const NO_ADDRESSES: AddressReading = { kind: 'none', addresses: [], sitemaps: [], feeds: [], isCut: false };

/** Collects addresses of a site, each once, up to a number. */
export class AddressCollector {
  readonly #found = new Map<string, FoundAddress>();
  #isCut = false;

  constructor(private readonly wanted: AddressesWanted) {}

  get addresses(): readonly FoundAddress[] {
    return [...this.#found.values()];
  }

  get isCut(): boolean {
    return this.#isCut;
  }

  add(address: FoundAddress): void {
    const { url } = address;
    if (this.#found.has(url) || !this.wanted.isOfSite(url)) return;
    if (this.#found.size >= this.wanted.maxAddresses) this.#isCut = true;
    else this.#found.set(url, address);
  }
}
