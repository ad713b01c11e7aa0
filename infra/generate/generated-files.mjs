import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { rewriteScalingPage } from '../../bench/dist/scaling/scaling-page.js';
import { renderEnvExample, settingNamesOf } from '../../packages/config/dist/index.js';

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

/** Every file that is made from the code, in whole or in part, as it should be: `{ file, text }`. */
export const generatedFiles = (root) => {
  const read = (file) => readFileSync(path.join(root, file), 'utf8');
  return [
    { file: '.env.example', text: renderEnvExample() },
    { file: SCALING_PAGE, text: rewriteScalingPage(read(SCALING_PAGE), JSON.parse(read(FIGURES))) },
    ...ORIGIN_LINES.map(({ file, isOwn, lineOf }) => {
      const lines = settingNamesOf('origins').map(lineOf);
      return { file, text: replaceRun(read(file), { isOwn, lines }) };
    }),
  ];
};

const isCurrent = (root, { file, text }) => readFileSync(path.join(root, file), 'utf8') === text;

/** The files that differ from what the code would write. */
export const outdatedFiles = (root) => generatedFiles(root).filter((one) => !isCurrent(root, one));

/** Writes them; returns the names of those that changed. */
export const writeGeneratedFiles = (root) => {
  const outdated = outdatedFiles(root);
  for (const { file, text } of outdated) writeFileSync(path.join(root, file), text);
  return outdated.map(({ file }) => file);
};
