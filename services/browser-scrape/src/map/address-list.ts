import type { FoundAddress } from '@quarry/page';
import type { ScoredAddress } from './read-address-task.js';

interface Kept {
  title: string | undefined;
  lastmod: string | undefined;
  score: number;
  /** Place of its document among all, then its place in the document. */
  readonly document: number;
  readonly position: number;
}

/** The addresses of a map from all its documents, each once, with what any of them states. */
export class AddressList {
  readonly #kept = new Map<string, Kept>();
  #isCut = false;

  constructor(private readonly maxAddresses: number) {}

  get size(): number {
    return this.#kept.size;
  }

  get isFull(): boolean {
    return this.#kept.size >= this.maxAddresses;
  }

  /** Whether there were more addresses than are kept. */
  get isCut(): boolean {
    return this.#isCut;
  }

  add(addresses: readonly ScoredAddress[], document: number): void {
    for (const [position, { url, title, lastmod, score }] of addresses.entries()) {
      const known = this.#kept.get(url);
      if (known) {
        known.title ??= title;
        known.lastmod ??= lastmod;
        known.score = Math.max(known.score, score);
      } else if (this.isFull) this.#isCut = true;
      else this.#kept.set(url, { title, lastmod, score, document, position });
    }
  }

  /** Those that fit best first, else in the order of their documents. */
  first(limit: number): readonly FoundAddress[] {
    const order = (one: Kept, other: Kept): number =>
      other.score - one.score || one.document - other.document || one.position - other.position;
    return [...this.#kept]
      .toSorted(([, one], [, other]) => order(one, other))
      .slice(0, limit)
      .map(([url, { title, lastmod }]) => ({
        url,
        ...(title === undefined ? {} : { title }),
        ...(lastmod === undefined ? {} : { lastmod }),
      }));
  }
}
