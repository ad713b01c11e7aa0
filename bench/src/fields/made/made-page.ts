/** A page written for measuring, with what a reader finds on it. */
export interface MadePage {
  /** The site that it is of: all pages of a site are in the same half. */
  readonly site: string;
  readonly kind: string;
  readonly half: 'tuned' | 'measured';
  readonly html: string;
  /** By field: the value, several that are as right, or null where the page does not say. */
  readonly expected: Readonly<Record<string, Expected>>;
}

export type Value = string | number | boolean;
export type Expected = Value | readonly Value[] | null;

interface Site<Data> {
  readonly site: string;
  readonly kind: string;
  readonly half: MadePage['half'];
  readonly write: (data: Data) => string;
  readonly pages: readonly (readonly [data: Data, expected: MadePage['expected']])[];
}

/** The pages of one site, all written by the same template. */
export const siteOf = <Data>({ write, pages, ...rest }: Site<Data>): MadePage[] =>
  pages.map(([data, expected]) => ({ ...rest, html: write(data), expected }));

/** A whole document. */
export const document = (title: string, body: string, { lang = 'en', head = '' } = {}): string =>
  `<!doctype html><html lang="${lang}"><head><meta charset="utf-8"><title>${title}</title>${head}</head><body>${body}</body></html>`;

export const each = <Item>(items: readonly Item[], write: (item: Item, index: number) => string): string =>
  items.map(write).join('\n');

/** A state or a part of a page as a script holds it. */
export const linkedData = (data: object): string =>
  `<script type="application/ld+json">${JSON.stringify({ '@context': 'https://schema.org', ...data })}</script>`;
