import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { renderEnvExample, settingNamesOf } from '../../packages/config/dist/index.js';

/** Runs of lines that are made of the settings' names, one for each engine and site. */
const ORIGIN_LINES = [
  { file: 'docker-compose.yml', isOwn: /^ {2}ORIGIN_/, lineOf: (name) => `  ${name}: \${${name}:-}` },
  { file: 'infra/docker/compose.env.example', isOwn: /^#ORIGIN_/, lineOf: (name) => `#${name}=` },
  { file: 'k8s/base/settings/origins.env', isOwn: /^ORIGIN_/, lineOf: (name) => `${name}=` },
];

/** The text with the one run of lines that `isOwn` replaced by `lines`. Throws where it has none, or more than one. */
export const replaceRun = (text, { isOwn, lines }) => {
  const all = text.split('\n');
  const own = all.flatMap((line, index) => (isOwn.test(line) ? [index] : []));
  const [first] = own;
  if (first === undefined) throw new Error(`no line is like ${isOwn}`);
  if (own.at(-1) - first + 1 !== own.length) throw new Error(`the lines like ${isOwn} are not all together`);
  return [...all.slice(0, first), ...lines, ...all.slice(first + own.length)].join('\n');
};

/** Every file that is made of lists in the code, in whole or in part: `{ file, text }`, as it should be. */
export const generatedFiles = (root) => [
  { file: '.env.example', text: renderEnvExample() },
  ...ORIGIN_LINES.map(({ file, isOwn, lineOf }) => {
    const lines = settingNamesOf('origins').map(lineOf);
    return { file, text: replaceRun(readFileSync(path.join(root, file), 'utf8'), { isOwn, lines }) };
  }),
];

const isCurrent = (root, { file, text }) => readFileSync(path.join(root, file), 'utf8') === text;

/** The files that are not as the code would make them. */
export const outdatedFiles = (root) => generatedFiles(root).filter((one) => !isCurrent(root, one));

/** Makes them, and answers the names of those that have changed. */
export const writeGeneratedFiles = (root) => {
  const outdated = outdatedFiles(root);
  for (const { file, text } of outdated) writeFileSync(path.join(root, file), text);
  return outdated.map(({ file }) => file);
};
