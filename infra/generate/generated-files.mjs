import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { rewriteScalingPage } from '../../bench/dist/scaling/scaling-page.js';
import { renderEnvExample, settingNamesOf } from '../../packages/config/dist/index.js';
import { buildOpenApi } from '../../packages/contracts/dist/index.js';
import { callPageFiles } from './call-pages/call-pages.mjs';
import { clientFiles } from './client/client-files.mjs';
import { pythonClientFiles, strayModules } from './python-client/python-client.mjs';

const SCALING_PAGE = 'docs/scaling.md';
const FIGURES = 'bench/figures/capacity.json';

/** Blocks of lines that are made from the settings' names, one line for each engine and site. */
const ORIGIN_LINES = [
  { file: 'docker-compose.yml', isOwn: /^ {2}ORIGIN_/, lineOf: (name) => `  ${name}: \${${name}:-}` },
  { file: 'infra/docker/compose.env.example', isOwn: /^#ORIGIN_/, lineOf: (name) => `#${name}=` },
  { file: 'k8s/base/settings/origins.env', isOwn: /^ORIGIN_/, lineOf: (name) => `${name}=` },
];

/** The text with the block of lines that `isOwn` matches replaced by `lines`. Throws unless there is exactly one block. */
export const replaceRun = (text, { isOwn, lines }) => {
  const all = text.split('\n');
  const own = all.flatMap((line, index) => (isOwn.test(line) ? [index] : []));
  const [first] = own;
  if (first === undefined) throw new Error(`no line is like ${isOwn}`);
  if (own.at(-1) - first + 1 !== own.length) throw new Error(`the lines like ${isOwn} are not all together`);
  return [...all.slice(0, first), ...lines, ...all.slice(first + own.length)].join('\n');
};

/** The modules of the Python client; no text for those of operations that are gone. */
const pythonFiles = (root) => {
  const files = pythonClientFiles(buildOpenApi({ baseUrl: 'http://127.0.0.1:3000' }));
  return [...files, ...strayModules(root, files).map((file) => ({ file, text: undefined }))];
};

/** Every file that is made from the code, in whole or in part, as it should be: `{ file, text }`; no text if it should not be. */
export const generatedFiles = (root) => {
  const read = (file) => readFileSync(path.join(root, file), 'utf8');
  return [
    { file: '.env.example', text: renderEnvExample() },
    ...clientFiles(),
    { file: SCALING_PAGE, text: rewriteScalingPage(read(SCALING_PAGE), JSON.parse(read(FIGURES))) },
    ...pythonFiles(root),
    ...callPageFiles(root),
    ...ORIGIN_LINES.map(({ file, isOwn, lineOf }) => {
      const lines = settingNamesOf('origins').map(lineOf);
      return { file, text: replaceRun(read(file), { isOwn, lines }) };
    }),
  ];
};

const textOf = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : undefined);
const isCurrent = (root, { file, text }) => textOf(path.join(root, file)) === text;

/** The files that differ from what the code would write. */
export const outdatedFiles = (root) => generatedFiles(root).filter((one) => !isCurrent(root, one));

/** Writes them; returns the names of those that changed. */
export const writeGeneratedFiles = (root) => {
  const outdated = outdatedFiles(root);
  for (const { file, text } of outdated) {
    if (text === undefined) rmSync(path.join(root, file));
    else writeFileSync(path.join(root, file), text);
  }
  return outdated.map(({ file }) => file);
};
