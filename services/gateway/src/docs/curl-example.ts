import { toQueryPairs, type Operation } from '@quarry/contracts';

const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** A command for a shell that has the key in `QUARRY_API_KEY`. */
export const curlExample = (operation: Operation, baseUrl: string): string => {
  const url = quote(`${baseUrl}${operation.path}`);
  const key = '-H "x-api-key: $QUARRY_API_KEY"';
  if (operation.method === 'POST') {
    const body = quote(JSON.stringify(operation.example));
    return [`curl ${url}`, key, `-H 'content-type: application/json'`, `-d ${body}`].join(' \\\n  ');
  }
  const pairs = toQueryPairs(operation.example);
  const data = pairs.map(([name, value]) => `--data-urlencode ${quote(`${name}=${value}`)}`);
  return [`curl -G ${url}`, key, ...data].join(' \\\n  ');
};
