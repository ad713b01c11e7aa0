import { mkdirSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { ESLint } from 'eslint';
import ts from 'typescript';
import { parser as tsParser } from 'typescript-eslint';
import { ROOT } from './setup.mjs';

/**
 * Types and lint of all TypeScript, tests included, from one program: the compiler's own messages first, then eslint's.
 * Both keep what they found in a cache, so that a second run looks at what has changed.
 */
const CACHE = path.join(ROOT, 'node_modules', '.cache', 'quarry-lint');
const CONFIG = path.join(ROOT, 'tsconfig.eslint.json');

const readProject = () => {
  const host = { ...ts.sys, onUnRecoverableConfigFileDiagnostic: () => {} };
  const { fileNames, options, errors } = ts.getParsedCommandLineOfConfigFile(CONFIG, {}, host);
  return {
    fileNames,
    errors,
    options: { ...options, incremental: true, tsBuildInfoFile: path.join(CACHE, 'types.json') },
  };
};

const createProgram = ({ fileNames, options }) => {
  // eslint's rules walk from nodes to their parents.
  const host = ts.createCompilerHost(options, true);
  host.createHash = ts.sys.createHash;
  const read = host.getSourceFile;
  host.getSourceFile = (...args) => {
    const file = read(...args);
    // What has changed since the last run is known by the versions of files.
    if (file) file.version = ts.sys.createHash(file.text);
    return file;
  };
  return ts.createIncrementalProgram({ rootNames: fileNames, options, host });
};

const typeErrors = (project, program) => {
  const found = [
    ...project.errors,
    ...program.getConfigFileParsingDiagnostics(),
    ...program.getOptionsDiagnostics(),
    ...program.getSyntacticDiagnostics(),
    ...program.getSemanticDiagnostics(),
  ];
  program.emit();
  if (found.length === 0) return '';
  return ts.formatDiagnostics(found, {
    getCurrentDirectory: () => ROOT,
    getCanonicalFileName: (name) => name,
    getNewLine: () => '\n',
  });
};

/** typescript-eslint's parser, reading types from a program that exists already. */
const parserOf = (program) => ({
  meta: { name: 'typescript-eslint/one-program', version: tsParser.meta.version },
  parseForESLint: (code, options) =>
    tsParser.parseForESLint(code, { ...options, project: undefined, programs: [program] }),
});

mkdirSync(CACHE, { recursive: true });
const project = readProject();
const builder = createProgram(project);
const types = typeErrors(project, builder);
if (types !== '') process.stdout.write(`${types}\n`);

const eslint = new ESLint({
  cwd: ROOT,
  cache: true,
  cacheStrategy: 'content',
  cacheLocation: path.join(CACHE, 'eslint.json'),
  overrideConfig: { files: ['**/*.ts'], languageOptions: { parser: parserOf(builder.getProgram()) } },
});
const results = await eslint.lintFiles(['.']);
const problems = results.filter(({ errorCount, warningCount }) => errorCount + warningCount > 0);
if (problems.length > 0) process.stdout.write(await (await eslint.loadFormatter('stylish')).format(problems));
process.exitCode = types === '' && problems.length === 0 ? 0 : 1;
