import { toQueryPairs } from '@quarry/contracts/query-pairs';
import type { SnippetCall } from './call-of.js';

/** JSON as Python writes it: members on lines of their own. */
const toPython = (value: unknown, depth = 0): string => {
  const pad = ' '.repeat(4 * (depth + 1));
  const end = ' '.repeat(4 * depth);
  if (Array.isArray(value)) return `[${value.map((entry) => toPython(entry, depth)).join(', ')}]`;
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value);
    if (members.length === 0) return '{}';
    const lines = members.map(([name, member]) => `${pad}${JSON.stringify(name)}: ${toPython(member, depth + 1)},`);
    return `{\n${lines.join('\n')}\n${end}}`;
  }
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  return value === null || value === undefined ? 'None' : JSON.stringify(value);
};

const requestOf = ({ operation, params, apiUrl }: SnippetCall): readonly string[] => {
  const url = `${apiUrl}${operation.path}`;
  const key = '"x-api-key": os.environ["QUARRY_API_KEY"]';
  if (operation.method === 'POST') {
    return [
      `params = ${toPython(params)}`,
      'request = urllib.request.Request(',
      `    ${JSON.stringify(url)},`,
      '    data=json.dumps(params).encode(),',
      `    headers={${key}, "content-type": "application/json"},`,
      ')',
    ];
  }
  const pairs = toQueryPairs(params).map(([name, value]) => `    (${JSON.stringify(name)}, ${JSON.stringify(value)}),`);
  return [
    'query = urllib.parse.urlencode([',
    ...pairs,
    '])',
    'request = urllib.request.Request(',
    `    ${JSON.stringify(`${url}?`)} + query,`,
    `    headers={${key}},`,
    ')',
  ];
};

/** With the standard library alone. */
export const pythonSnippet = (call: SnippetCall): string =>
  [
    call.operation.method === 'POST'
      ? 'import json, os, urllib.error, urllib.request'
      : 'import json, os, urllib.error, urllib.parse, urllib.request',
    '',
    ...requestOf(call),
    'try:',
    '    with urllib.request.urlopen(request, timeout=310) as response:',
    '        print(json.load(response))',
    'except urllib.error.HTTPError as error:',
    '    problem = json.load(error)  # error, message, retryable; nothing is charged',
    '    raise SystemExit(problem["error"] + ": " + problem["message"])',
  ].join('\n');
