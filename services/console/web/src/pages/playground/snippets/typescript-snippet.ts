import { toQueryPairs } from '@quarry/contracts/query-pairs';
import type { SnippetCall } from './call-of.js';

const KEY = `'x-api-key': process.env.QUARRY_API_KEY ?? ''`;

const requestOf = ({ operation, params, apiUrl }: SnippetCall): readonly string[] => {
  const url = `${apiUrl}${operation.path}`;
  if (operation.method === 'POST') {
    const body = JSON.stringify(params, null, 2).replaceAll('\n', '\n  ');
    return [
      `const response = await fetch(${JSON.stringify(url)}, {`,
      `  method: 'POST',`,
      `  headers: { ${KEY}, 'content-type': 'application/json' },`,
      `  body: JSON.stringify(${body}),`,
      '});',
    ];
  }
  const pairs = toQueryPairs(params).map(([name, value]) => `  [${JSON.stringify(name)}, ${JSON.stringify(value)}],`);
  return [
    'const query = new URLSearchParams([',
    ...pairs,
    ']);',
    `const response = await fetch(${JSON.stringify(`${url}?`)} + query, { headers: { ${KEY} } });`,
  ];
};

/** For Node 18 or newer, without packages. */
export const typescriptSnippet = (call: SnippetCall): string =>
  [
    ...requestOf(call),
    'const result = await response.json();',
    '// error, message, retryable; nothing is charged',
    'if (!response.ok) throw new Error(`${result.error}: ${result.message}`);',
    'console.log(result);',
  ].join('\n');
