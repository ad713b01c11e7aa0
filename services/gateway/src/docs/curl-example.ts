import type { Operation } from '@quarry/contracts';

const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

const flatten = (value: unknown, name: string): [string, string][] => {
  if (Array.isArray(value)) return value.flatMap((entry) => flatten(entry, `${name}[]`));
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).flatMap(([key, entry]) => flatten(entry, `${name}[${key}]`));
  }
  return [[name, String(value)]];
};

/** A command that can be pasted into a shell once the key is in `QUARRY_API_KEY`. */
export const curlExample = (operation: Operation, baseUrl: string): string => {
  const url = quote(`${baseUrl}${operation.path}`);
  const key = '-H "x-api-key: $QUARRY_API_KEY"';
  if (operation.method === 'POST') {
    const body = quote(JSON.stringify(operation.example));
    return [`curl ${url}`, key, `-H 'content-type: application/json'`, `-d ${body}`].join(' \\\n  ');
  }
  const pairs = Object.entries(operation.example).flatMap(([name, value]) => flatten(value, name));
  const data = pairs.map(([name, value]) => `--data-urlencode ${quote(`${name}=${value}`)}`);
  return [`curl -G ${url}`, key, ...data].join(' \\\n  ');
};
