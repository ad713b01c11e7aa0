const flatten = (value: unknown, name: string): [string, string][] => {
  if (value === undefined || typeof value === 'function') return [];
  if (Array.isArray(value)) return value.flatMap((entry) => flatten(entry, `${name}[]`));
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).flatMap(([key, entry]) => flatten(entry, `${name}[${key}]`));
  }
  return [[name, typeof value === 'string' ? value : JSON.stringify(value)]];
};

/** Parameters as the service reads them in a query: `name[]` for lists, `name[key]` for groups. With its `?`, or empty. */
export const toQueryString = (params: object = {}): string => {
  const pairs = Object.entries(params).flatMap(([name, value]) => flatten(value, name));
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs).toString()}`;
};
