const DATE = /(?:19|20)\d{2}[-/]?(?:0[1-9]|1[0-2])(?:[-/]?(?:0[1-9]|[12]\d|3[01]))?(?!\d)/g;
/** Parameters from which on an address is taken for a choice of facets. */
const FACET_PARAMETERS = 2;

/**
 * What an address is a variant of: the same path and parameters with other values or dates, as in calendars and in lists that are
 * filtered by facets. Undefined where neither is likely, such as for `?id=7`: those are bounded by the crawl's `limit` alone.
 */
export const shapeOf = (address: string): string | undefined => {
  const url = URL.parse(address);
  if (!url) return undefined;
  const names = [...new Set(url.searchParams.keys())].toSorted();
  const path = url.pathname.replace(DATE, '{date}');
  const hasDate = path !== url.pathname || [...url.searchParams.values()].some((value) => value.search(DATE) >= 0);
  if (!hasDate && names.length < FACET_PARAMETERS) return undefined;
  return `${url.host}${path}?${names.join('&')}`;
};
