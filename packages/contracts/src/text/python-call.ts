import { toQueryPairs } from './query-pairs.js';

export interface PythonCall {
  readonly operation: { readonly method: 'GET' | 'POST'; readonly path: string };
  readonly params: Readonly<Record<string, unknown>>;
  /** Public URL of the API, without a trailing slash. */
  readonly apiUrl: string;
}

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

const requestOf = ({ operation, params, apiUrl }: PythonCall): readonly string[] => {
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

/** A call in Python with the standard library alone, ready to run where the key is in `QUARRY_API_KEY`. */
export const pythonCall = (call: PythonCall): string =>
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
