import { createHash } from 'node:crypto';
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { Instrumenter } from '@stryker-mutator/instrumenter';
import { transformSync } from '@swc/core';

const SWITCH = new URL('./switch.mjs', import.meta.url).href;
const HEADER = `import { stryCov_9fa48, stryMutAct_9fa48 } from '${SWITCH}';\n`;
const SILENT = { debug() {}, info() {}, warn() {}, isDebugEnabled: () => false };
const NOT_MUTATED = /\.(test|child|d)\.ts$|\/test\//;
const OPTIONS = { plugins: null, excludedMutations: [], ignorers: [], noHeader: true };

const STARTS_SOMETHING = '.int.test.';

/** Files of some globs; tests that start something only by globs that name them. */
export const filesOf = (root, globs) =>
  globs
    .flatMap((glob) =>
      globSync(glob, { cwd: root }).filter(
        (file) => glob.includes(STARTS_SOMETHING) || !file.includes(STARTS_SOMETHING),
      ),
    )
    .sort();

/**
 * Writes the sources with all their mutants behind switches, compiled, below `folder`. Returns the mutants as `{ id, file, line,
 * column, mutator, before, after }`.
 */
export const instrument = async ({ root, part, folder }) => {
  const names = filesOf(root, part.sources).filter((file) => !NOT_MUTATED.test(file));
  const texts = new Map(names.map((name) => [name, readFileSync(path.join(root, name), 'utf8')]));
  const files = names.map((name) => ({ name, mutate: true, content: texts.get(name) }));
  const { files: outputs, mutants } = await new Instrumenter(SILENT).instrument(files, OPTIONS);
  mkdirSync(folder, { recursive: true });
  const sources = {};
  for (const [index, { name, content }] of outputs.entries()) {
    const { code } = transformSync(HEADER + content, {
      filename: name,
      jsc: { target: 'es2024', parser: { syntax: 'typescript' }, experimental: { keepImportAttributes: true } },
      module: { type: 'es6' },
    });
    const file = path.join(folder, `${index}.js`);
    writeFileSync(file, code);
    sources[pathToFileURL(path.join(root, name)).href] = file;
  }
  writeFileSync(path.join(folder, 'sources.json'), JSON.stringify(sources));
  const isOfPart = ({ fileName, location: { start } }) =>
    part.lines?.[fileName]?.test(texts.get(fileName).split('\n')[start.line]) ?? true;
  return mutants.filter(isOfPart).map(({ id, fileName, mutatorName, replacement, location: { start, end } }) => ({
    id,
    file: fileName,
    line: start.line + 1,
    column: start.column + 1,
    mutator: mutatorName,
    before: textBetween(texts.get(fileName), start, end),
    after: replacement,
  }));
};

const textBetween = (text, start, end) => {
  const lines = text.split('\n').slice(start.line, end.line + 1);
  lines[lines.length - 1] = lines.at(-1).slice(0, end.column);
  lines[0] = lines[0].slice(start.column);
  return lines.join('\n');
};

/** A sample of the mutants, the same for the same seed. */
export const sampleOf = (mutants, count, seed) => {
  if (count === undefined || count >= mutants.length) return mutants;
  const rank = ({ file, line, column, after }) =>
    createHash('sha256').update(`${seed}|${file}|${line}|${column}|${after}`).digest('hex');
  const kept = new Set(
    mutants
      .map((mutant) => ({ mutant, key: rank(mutant) }))
      .sort((one, other) => (one.key < other.key ? -1 : 1))
      .slice(0, count)
      .map(({ mutant }) => mutant),
  );
  return mutants.filter((mutant) => kept.has(mutant));
};
