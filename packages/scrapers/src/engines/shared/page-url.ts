/** The address that links of a page are read against: its own, or the engine's usual one where that says nothing. */
export const pageUrlOr = (fallback: string, url: string | undefined): string =>
  url !== undefined && URL.canParse(url) ? url : fallback;
