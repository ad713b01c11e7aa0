/** A word that a shell reads as it is. */
const quote = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** The key's place in examples for those who do not have it at hand. */
export const KEY_PLACEHOLDER = '<API_KEY>';

/** A first call of the API for a shell. `key`: the caller's own, or the placeholder. */
export const curlLine = (apiUrl: string, key: string = KEY_PLACEHOLDER): string =>
  [
    `curl -sS ${quote(`${apiUrl}/scrape/web`)}`,
    `-H ${quote(`x-api-key: ${key}`)}`,
    "-H 'content-type: application/json'",
    `-d ${quote(JSON.stringify({ url: 'https://example.com', outputFormat: ['markdown'] }))}`,
  ].join(' \\\n  ');
