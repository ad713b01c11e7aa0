const flatten = (value: unknown, name: string): [name: string, value: string][] => {
  if (Array.isArray(value)) return value.flatMap((entry) => flatten(entry, `${name}[]`));
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).flatMap(([key, entry]) => flatten(entry, `${name}[${key}]`));
  }
  return [[name, String(value)]];
};

/** Parameters as pairs of a query string, as the API reads them: `name[]` for lists, `name[key]` for groups. */
export const toQueryPairs = (params: Readonly<Record<string, unknown>>): readonly (readonly [string, string])[] =>
  Object.entries(params).flatMap(([name, value]) => (value === undefined ? [] : flatten(value, name)));
