import { pythonCall, toQueryPairs, type Operation } from '@quarry/contracts';
import { curlExample } from './curl-example.js';

/** A call in one language, ready to run where the key is in `QUARRY_API_KEY`. */
export interface CodeExample {
  readonly language: string;
  readonly code: string;
}

const indent = (text: string, spaces: number): string => text.replaceAll('\n', `\n${' '.repeat(spaces)}`);

const pairsOf = (operation: Operation): string =>
  toQueryPairs(operation.example)
    .map(([name, value]) => `    [${JSON.stringify(name)}, ${JSON.stringify(value)}],`)
    .join('\n');

/** For Node 18 or newer, without packages. */
export const typescriptExample = (operation: Operation, baseUrl: string): string => {
  const url = `${baseUrl}${operation.path}`;
  const key = `'x-api-key': process.env.QUARRY_API_KEY ?? ''`;
  const call =
    operation.method === 'POST'
      ? [
          `const response = await fetch(${JSON.stringify(url)}, {`,
          `  method: 'POST',`,
          `  headers: { ${key}, 'content-type': 'application/json' },`,
          `  body: JSON.stringify(${indent(JSON.stringify(operation.example, null, 2), 2)}),`,
          '});',
        ]
      : [
          'const query = new URLSearchParams([',
          pairsOf(operation),
          ']);',
          `const response = await fetch(\`${url}?\${query}\`, { headers: { ${key} } });`,
        ];
  return [
    ...call,
    'const answer = await response.json();',
    '// error, message, retryable; nothing is charged',
    'if (!response.ok) throw new Error(`${answer.error}: ${answer.message}`);',
    'console.log(answer);',
  ].join('\n');
};

/** The example of the contract in every language. */
export const codeExamples = (operation: Operation, baseUrl: string): readonly CodeExample[] => [
  { language: 'curl', code: curlExample(operation, baseUrl) },
  { language: 'Python', code: pythonCall({ operation, params: operation.example, apiUrl: baseUrl }) },
  { language: 'TypeScript', code: typescriptExample(operation, baseUrl) },
];
