/** Another search that a page suggests. */
export interface RelatedSearch {
  readonly query: string;
  readonly link: string;
}

/** Links to other pages of the same search; `pages` are objects of a page's number and its link. */
export interface Pagination {
  readonly next?: string;
  readonly pages?: readonly Readonly<Record<string, string>>[];
}
