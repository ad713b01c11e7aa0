import { quoteWord } from '../../../packages/cli/dist/command-line.js';
import { toFlags } from '../../../packages/cli/dist/fleet/operation-options.js';
import { curlExample } from '../../../services/gateway/dist/docs/curl-example.js';
import { argumentOf, snakeOf } from '../python-client/python-names.mjs';

const BASE_URL = 'http://127.0.0.1:3000';
/** A longer call has its arguments one a line. */
const MAX_COLUMNS = 110;

const camelOf = (name) => name.replace(/-(\w)/g, (_match, letter) => letter.toUpperCase());

const pythonValue = (value) => {
  if (Array.isArray(value)) return `[${value.map(pythonValue).join(', ')}]`;
  if (typeof value === 'object') {
    const members = Object.entries(value).map(([name, member]) => `${JSON.stringify(name)}: ${pythonValue(member)}`);
    return `{${members.join(', ')}}`;
  }
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  return JSON.stringify(value);
};

const scriptValue = (value) => {
  if (Array.isArray(value)) return `[${value.map(scriptValue).join(', ')}]`;
  if (typeof value === 'object') {
    const members = Object.entries(value).map(([name, member]) => `${name}: ${scriptValue(member)}`);
    return `{ ${members.join(', ')} }`;
  }
  return typeof value === 'string' ? `'${value.replaceAll("'", String.raw`\'`)}'` : String(value);
};

/** Items on one line if they fit, else one a line. */
const listed = (line, [open, ...items], close, indent) =>
  line.length <= MAX_COLUMNS ? line : [open, ...items.map((item) => `${indent}${item},`), close].join('\n');

const pythonCall = ({ method, args }) => {
  const open = `    found = client.${method.split('.').map(snakeOf).join('.')}(`;
  const items = Object.entries(args).map(([name, value]) => `${argumentOf(name)}=${pythonValue(value)}`);
  return listed(`${open}${items.join(', ')})`, [open, ...items], '    )', '        ');
};

const scriptCall = ({ method, args }) => {
  const open = `const found = await client.${method}({`;
  const items = Object.entries(args).map(([name, value]) => `${name}: ${scriptValue(value)}`);
  return listed(`${open} ${items.join(', ')} });`, [open, ...items], '});', '  ');
};

/** Names, indexes of lists, and names of free objects in brackets: `property.photos.0`, `extractedData.[price]`. */
const stepsOf = (path, nameOf, keyOf) =>
  path.split('.').map((name) => {
    const [, key] = /^\[(.+)\]$/.exec(name) ?? [];
    if (key !== undefined) return keyOf(key);
    return /^\d+$/.test(name) ? `[${name}]` : nameOf(name);
  });

const pythonPath = (path) =>
  stepsOf(
    path,
    (name) => `.${snakeOf(name)}`,
    (key) => `[${JSON.stringify(key)}]`,
  ).join('');

const scriptPath = (path) =>
  stepsOf(
    path,
    (name) => `.${name}`,
    (key) => `['${key}']`,
  )
    .map((step, index) => (index === 0 ? step : `?.${step.replace(/^\./, '')}`))
    .join('');

const pythonSnippet = ({ rows, shows, ...call }) => {
  const print = (one) => `print(${shows.map((path) => `${one}${pythonPath(path)}`).join(', ')}, sep=" | ")`;
  const printed = rows ? [`for row in found${pythonPath(rows)}[:3]:`, `    ${print('row')}`] : [print('found')];
  return ['from quarry_client import Quarry', '', 'with Quarry() as client:', pythonCall(call), ...printed].join('\n');
};

const scriptSnippet = ({ rows, shows, ...call }) => {
  const shown = (one) => `console.log([${shows.map((path) => `${one}${scriptPath(path)}`).join(', ')}].join(' | '));`;
  const looped = [`for (const row of found${scriptPath(rows ?? '')}.slice(0, 3)) {`, `  ${shown('row')}`, '}'];
  return [
    "import { QuarryClient } from 'quarry-client';",
    '',
    `const client = new QuarryClient({ baseUrl: '${BASE_URL}', apiKey: process.env.QUARRY_API_KEY ?? '' });`,
    scriptCall(call),
    ...(rows ? looped : [shown('found')]),
  ].join('\n');
};

/** Options of the command line: groups are spelled out, free objects are JSON. */
const flagsOf = ({ input }, args) =>
  Object.entries(args).flatMap(([name, value]) => {
    const isFree = typeof value === 'object' && !Array.isArray(value) && input.fields[name]?.fields === undefined;
    return isFree ? [[`--${name}`, JSON.stringify(value)]] : toFlags({ [name]: value });
  });

const commandSnippet = (operation, args) =>
  [`quarry ${operation.id}`, ...flagsOf(operation, args).map(([flag, value]) => `${flag} ${quoteWord(value)}`)].join(
    ' \\\n  ',
  );

/**
 * A call of an operation in the languages of the pages, as `[{ language, fence, code }]`. Python and TypeScript print `shows`, paths
 * of values in the response, or in each of the first three of its `rows`.
 */
export const snippetsOf = (operation, { args = operation.example, rows, shows }) => {
  const [family, name] = operation.id.split('/');
  const call = { method: `${family}.${camelOf(name)}`, args, rows, shows };
  return [
    { language: 'curl', fence: 'sh', code: curlExample({ ...operation, example: args }, BASE_URL) },
    { language: 'Python', fence: 'python', code: pythonSnippet(call) },
    { language: 'TypeScript', fence: 'ts', code: scriptSnippet(call) },
    { language: 'CLI', fence: 'sh', code: commandSnippet(operation, args) },
  ];
};
