import { toQueryPairs, type Operation } from '@quarry/contracts';
import { curlExample } from './curl-example.js';

/** A call in one language, ready to run where the key is in `QUARRY_API_KEY`. */
export interface CodeExample {
  readonly language: string;
  readonly code: string;
}

const indent = (text: string, spaces: number): string => text.replaceAll('\n', `\n${' '.repeat(spaces)}`);

/** JSON as Python writes it. */
const toPython = (value: unknown, depth = 0): string => {
  const pad = ' '.repeat(4 * (depth + 1));
  const end = ' '.repeat(4 * depth);
  if (Array.isArray(value)) return `[${value.map((entry) => toPython(entry, depth + 1)).join(', ')}]`;
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).map(
      ([name, member]) => `${pad}${JSON.stringify(name)}: ${toPython(member, depth + 1)},`,
    );
    return `{\n${members.join('\n')}\n${end}}`;
  }
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  return value === null || value === undefined ? 'None' : JSON.stringify(value);
};

const pairsOf = (operation: Operation, [open, close]: readonly [string, string]): string =>
  toQueryPairs(operation.example)
    .map(([name, value]) => `    ${open}${JSON.stringify(name)}, ${JSON.stringify(value)}${close},`)
    .join('\n');

/** With the standard library alone. */
export const pythonExample = (operation: Operation, baseUrl: string): string => {
  const url = `${baseUrl}${operation.path}`;
  const key = '"x-api-key": os.environ["QUARRY_API_KEY"]';
  const isPost = operation.method === 'POST';
  const request = isPost
    ? [
        `params = ${toPython(operation.example)}`,
        'request = urllib.request.Request(',
        `    ${JSON.stringify(url)},`,
        '    data=json.dumps(params).encode(),',
        `    headers={${key}, "content-type": "application/json"},`,
        ')',
      ]
    : [
        'query = urllib.parse.urlencode([',
        pairsOf(operation, ['(', ')']),
        '])',
        'request = urllib.request.Request(',
        `    ${JSON.stringify(`${url}?`)} + query,`,
        `    headers={${key}},`,
        ')',
      ];
  return [
    isPost
      ? 'import json, os, urllib.error, urllib.request'
      : 'import json, os, urllib.error, urllib.parse, urllib.request',
    '',
    ...request,
    'try:',
    '    with urllib.request.urlopen(request, timeout=310) as response:',
    '        print(json.load(response))',
    'except urllib.error.HTTPError as error:',
    '    problem = json.load(error)  # error, message, retryable; nothing is charged',
    '    raise SystemExit(problem["error"] + ": " + problem["message"])',
  ].join('\n');
};

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
          pairsOf(operation, ['[', ']']),
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
  { language: 'Python', code: pythonExample(operation, baseUrl) },
  { language: 'TypeScript', code: typescriptExample(operation, baseUrl) },
];
