import { toQueryPairs } from '@quarry/contracts/query-pairs';
import type { SnippetCall } from './call-of.js';
import { quoteWord } from './quote-word.js';

/** For a POSIX shell. */
export const curlSnippet = ({ operation, params, apiUrl }: SnippetCall): string => {
  const url = quoteWord(`${apiUrl}${operation.path}`);
  const key = '-H "x-api-key: $QUARRY_API_KEY"';
  if (operation.method === 'POST') {
    const body = quoteWord(JSON.stringify(params));
    // A value that begins with @ would be read from a file.
    return [`curl -sS ${url}`, key, `-H 'content-type: application/json'`, `--data-raw ${body}`].join(' \\\n  ');
  }
  const data = toQueryPairs(params).map(([name, value]) => `--data-urlencode ${quoteWord(`${name}=${value}`)}`);
  return [`curl -sS -G ${url}`, key, ...data].join(' \\\n  ');
};
