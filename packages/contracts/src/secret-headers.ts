/** Stands in every stored row for the value of a secret header. */
export const REMOVED_HEADER = '[removed]';

/**
 * Names of headers that let somebody in: cookies, credentials, keys, tokens, whatever an API calls them. A name too many costs a
 * caller the sight of a value in the results; one too few is a password in a database.
 */
const SECRET_NAME = /cookie|auth|token|secret|key|passw|session|credential|signature|jwt|csrf|xsrf/i;

export const isSecretHeader = (name: string): boolean => SECRET_NAME.test(name);

type Headers = Readonly<Record<string, string>>;

/** Headers as a row has them: those of a checked request, or of an item as it was sent. */
const headersOf = (params: unknown): Readonly<Record<string, unknown>> | undefined => {
  const headers: unknown = typeof params === 'object' && params !== null && 'headers' in params ? params.headers : null;
  // safe because an object that is no list is a record
  return typeof headers === 'object' && headers !== null ? (headers as Record<string, unknown>) : undefined;
};

const secretNamesOf = (params: unknown): readonly string[] =>
  Object.keys(headersOf(params) ?? {}).filter(isSecretHeader);

/** The parameters as they may be stored: secret headers by their names alone. */
export const withoutSecretHeaders = <Params>(params: Params): Params => {
  const names = secretNamesOf(params);
  if (names.length === 0) return params;
  const removed = Object.fromEntries(names.map((name) => [name, REMOVED_HEADER]));
  return { ...params, headers: { ...headersOf(params), ...removed } };
};

/** The secret headers of checked parameters; undefined where there are none. */
export const secretHeadersOf = (params: unknown): Headers | undefined => {
  const names = secretNamesOf(params);
  const headers = headersOf(params) ?? {};
  return names.length === 0 ? undefined : Object.fromEntries(names.map((name) => [name, String(headers[name])]));
};

/** Names of secret headers whose values are not there (any more). */
export const removedHeadersOf = (params: unknown): readonly string[] =>
  secretNamesOf(params).filter((name) => headersOf(params)?.[name] === REMOVED_HEADER);

/** Puts values in the places of those that were removed, by their names in any case; adds no header. */
export const withSecretHeaders = <Params>(params: Params, secrets: Headers): Params => {
  const values = new Map(Object.entries(secrets).map(([name, value]) => [name.toLowerCase(), value]));
  const put = removedHeadersOf(params).flatMap((name) => {
    const value = values.get(name.toLowerCase());
    return value === undefined ? [] : [[name, value] as const];
  });
  return put.length === 0 ? params : { ...params, headers: { ...headersOf(params), ...Object.fromEntries(put) } };
};
