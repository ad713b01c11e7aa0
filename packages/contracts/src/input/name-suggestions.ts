import { closestNameAmong, type FindName } from '../text/closest-name.js';

/** Unknown names of one input for which a known one is searched: the first show the mistake, and each search costs time. */
const SUGGESTIONS_MAX = 20;

/** Finds what the unknown names of an input were meant to be, or those of several inputs that one caller sent together. */
export class NameSuggestions {
  readonly #found = new Map<string, string | undefined>();
  readonly #searches = new Map<string, FindName>();

  constructor(private readonly max = SUGGESTIONS_MAX) {}

  /**
   * The known name that `name` was probably meant to be; undefined if there is none, or after `max` searches. Names in one `place`
   * have the same known ones.
   */
  of(name: string, place: string, knownNames: () => readonly string[]): string | undefined {
    const key = `${place} ${name}`;
    if (this.#found.has(key)) return this.#found.get(key);
    if (this.#found.size >= this.max) return undefined;
    const search = this.#searches.get(place) ?? closestNameAmong(knownNames());
    this.#searches.set(place, search);
    const meant = search(name);
    this.#found.set(key, meant);
    return meant;
  }
}
