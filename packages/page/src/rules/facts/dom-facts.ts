import type { Element } from 'domhandler';

/** A value on the page, with the element that shows it. */
export interface Shown {
  readonly text: string;
  readonly element: Element;
  /** In a part after the page's own content: a footer. */
  readonly isAside?: boolean;
  /** Only its position marks the label, not a colon or the markup of a label. */
  readonly isWeak?: boolean;
  /** A count before its label. */
  readonly isCount?: boolean;
}

export interface Section {
  readonly level: number;
  readonly heading: string;
  readonly items: string[];
  readonly texts: string[];
}

export interface ShownMoney extends Shown {
  readonly isStruck: boolean;
  /** Its place among the page's texts. */
  readonly order: number;
}

/** Parts of one shape beside each other. */
export interface Group {
  readonly parts: readonly Element[];
  readonly chars: number;
}

export interface ShownInOrder extends Shown {
  /** Place among the texts of the page. */
  readonly order: number;
}

/** What a reader sees in one part of the page, in one walk. */
export interface DomFacts {
  /** By the key of the label. */
  readonly pairs: ReadonlyMap<string, readonly Shown[]>;
  /** By the words of a class, an id or a test mark. */
  readonly hints: ReadonlyMap<string, readonly Shown[]>;
  readonly sections: ReadonlyMap<string, Section>;
  readonly headings: readonly { readonly level: number; readonly text: string; readonly order: number }[];
  readonly links: readonly Shown[];
  readonly images: readonly Shown[];
  readonly times: readonly Shown[];
  readonly money: readonly ShownMoney[];
  /** Texts and labels that state a rating, such as `4.5 out of 5 stars`. */
  readonly ratings: readonly Shown[];
  /** Short texts that state availability and nothing else. */
  readonly stocks: readonly ShownInOrder[];
  /** The same as a sentence among others. */
  readonly stockSentences: readonly ShownInOrder[];
  /** Of a part: a bare whole number right behind a rating. */
  readonly ratingTails: readonly string[];
  readonly buttons: readonly Shown[];
  readonly breadcrumbs: readonly string[];
  readonly groups: readonly Group[];
}
