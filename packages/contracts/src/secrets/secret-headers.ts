/** Replaces the value of a secret header in stored rows. */
export const REMOVED_HEADER = '[removed]';

/**
 * Names of headers that carry credentials: cookies, keys, tokens, whatever an API calls them. A false match hides a value in
 * the results; a missed one leaves a password in the database.
 */
const SECRET_NAME = /cookie|auth|token|secret|key|passw|session|credential|signature|jwt|csrf|xsrf/i;

export const isSecretHeader = (name: string): boolean => SECRET_NAME.test(name);

type Headers = Readonly<Record<string, string>>;

/** The headers of a checked request, or of an item as sent. */
const headersOf = (params: unknown): Readonly<Record<string, unknown>> | undefined => {
  const headers: unknown = typeof params === 'object' && params !== null && 'headers' in params ? params.headers : null;
  // safe because an object that is not an array is a record
  return typeof headers === 'object' && headers !== null ? (headers as Record<string, unknown>) : undefined;
};

const secretNamesOf = (params: unknown): readonly string[] =>
  Object.keys(headersOf(params) ?? {}).filter(isSecretHeader);

/** The parameters for storage: secret headers without their values. */
export const withoutSecretHeaders = <Params>(params: Params): Params => {
  const names = secretNamesOf(params);
  if (names.length === 0) return params;
  const removed = Object.fromEntries(names.map((name) => [name, REMOVED_HEADER]));
  return { ...params, headers: { ...headersOf(params), ...removed } };
};

/** The secret headers of checked parameters; undefined if there are none. */
export const secretHeadersOf = (params: unknown): Headers | undefined => {
  const names = secretNamesOf(params);
  const headers = headersOf(params) ?? {};
  return names.length === 0 ? undefined : Object.fromEntries(names.map((name) => [name, String(headers[name])]));
};

/** Names of secret headers whose values were removed. */
export const removedHeadersOf = (params: unknown): readonly string[] =>
  secretNamesOf(params).filter((name) => headersOf(params)?.[name] === REMOVED_HEADER);

/** Restores removed values by header name, in any letter case; adds no header. */
export const withSecretHeaders = <Params>(params: Params, secrets: Headers): Params => {
  const values = new Map(Object.entries(secrets).map(([name, value]) => [name.toLowerCase(), value]));
  const put = removedHeadersOf(params).flatMap((name) => {
    const value = values.get(name.toLowerCase());
    return value === undefined ? [] : [[name, value] as const];
  });
  return put.length === 0 ? params : { ...params, headers: { ...headersOf(params), ...Object.fromEntries(put) } };
};
