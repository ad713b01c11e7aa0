import { groupDigits } from '@quarry/contracts';

/** Groups that are listed; the rest are counted. */
export const MAX_LISTED = 50;

interface Group {
  readonly first: string;
  readonly last: string;
  readonly count: number;
}

/** Collects violations; those that say the same of several places are one line with their count. */
export class ViolationGroups {
  readonly #groups = new Map<string, Group>();
  #count = 0;
  #listed = 0;

  /** `place`: such as `line 3`. `text` continues it: `: url: url is required.` */
  add(place: string, text: string): void {
    this.#count += 1;
    const before = this.#groups.get(text);
    if (!before && this.#groups.size >= MAX_LISTED) return;
    this.#groups.set(text, { first: before?.first ?? place, last: place, count: (before?.count ?? 0) + 1 });
    this.#listed += 1;
  }

  get count(): number {
    return this.#count;
  }

  /** One for each group, in the order in which they were found, then the number of the rest. */
  lines(): readonly string[] {
    const lines = [...this.#groups].map(([text, { first, last, count }]) =>
      count === 1 ? `${first}${text}` : `${first}${text} (${groupDigits(count)} times, the last at ${last})`,
    );
    const rest = this.#count - this.#listed;
    return rest > 0 ? [...lines, `and ${groupDigits(rest)} more`] : lines;
  }
}
