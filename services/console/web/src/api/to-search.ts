type QueryValue = string | number | boolean | undefined;
export type QueryValues = Readonly<Record<string, QueryValue | readonly string[]>>;

/** A query string with its question mark; empty without values. Lists repeat their name with `[]`, as the API reads them. */
export const toSearch = (query: QueryValues = {}): string => {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (typeof value === 'object') for (const one of value) search.append(`${name}[]`, one);
    else if (value !== undefined && value !== '') search.set(name, String(value));
  }
  const text = search.toString();
  return text === '' ? '' : `?${text}`;
};
