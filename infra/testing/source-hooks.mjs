import { createHash, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { transformSync, version } from '@swc/core';

/**
 * Loaded by `--import` into every process and thread of the tests: runs the project's TypeScript from its sources, compiled
 * once per content, and resolves packages of the workspace to their sources too, so that each module exists once in a process.
 */
const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const CACHE = path.join(ROOT, 'node_modules', '.cache', 'quarry-sources');
const GLOBALS = new URL('./jest-globals.mjs', import.meta.url).href;
const OWN_FILE = /^file:\/\/(?!.*\/node_modules\/).*\.ts(?:$|[?#])/;

const OPTIONS = {
  jsc: { target: 'es2024', parser: { syntax: 'typescript' }, experimental: { keepImportAttributes: true } },
  module: { type: 'es6' },
  sourceMaps: 'inline',
};
const OPTIONS_KEY = `${version}\n${JSON.stringify(OPTIONS)}\n`;

mkdirSync(CACHE, { recursive: true });

const compile = (file) => {
  const source = readFileSync(file, 'utf8');
  const key = createHash('sha256').update(OPTIONS_KEY).update(file).update('\0').update(source).digest('hex');
  const cached = path.join(CACHE, `${key}.js`);
  try {
    return readFileSync(cached, 'utf8');
  } catch {
    const { code } = transformSync(source, { ...OPTIONS, filename: file });
    const partial = `${cached}.${randomUUID()}`;
    writeFileSync(partial, code);
    renameSync(partial, cached);
    return code;
  }
};

const OWN_PACKAGE = /^(?:@quarry\/|quarry-(?=client(?:\/|$)))/;

/** The source file of a workspace package's export: `@quarry/name`, `@quarry/name/part`, and those of the published `quarry-client`. */
const sourceOfPackage = (specifier) => {
  const [name, ...part] = specifier.replace(OWN_PACKAGE, '').split('/');
  const folder = path.join(ROOT, 'packages', name);
  const { exports: offered } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
  const { default: built } = offered[['.', ...part].join('/')];
  return pathToFileURL(path.join(folder, built.replace('dist/', 'src/').replace(/\.js$/, '.ts'))).href;
};

/** The TypeScript source of an import that names the compiled file. */
const sourceBeside = (specifier, parentURL) => {
  const url = new URL(specifier.replace(/\.js$/, '.ts'), parentURL);
  return existsSync(fileURLToPath(url)) ? url.href : undefined;
};

const isBeside = (specifier, parentURL) =>
  /^\.{1,2}\/.*\.js$/.test(specifier) && /^file:(?!.*\/node_modules\/)/.test(parentURL ?? '');

const packages = new Map();

registerHooks({
  resolve(specifier, context, nextResolve) {
    if (specifier === '@jest/globals') return { url: GLOBALS, format: 'module', shortCircuit: true };
    let url;
    if (OWN_PACKAGE.test(specifier)) {
      url = packages.get(specifier) ?? sourceOfPackage(specifier);
      packages.set(specifier, url);
    } else if (isBeside(specifier, context.parentURL)) {
      url = sourceBeside(specifier, context.parentURL);
    }
    return url === undefined ? nextResolve(specifier, context) : { url, format: 'module', shortCircuit: true };
  },
  load(url, context, nextLoad) {
    if (!OWN_FILE.test(url)) return nextLoad(url, context);
    return { format: 'module', source: compile(fileURLToPath(url)), shortCircuit: true };
  },
});

process.setSourceMapsEnabled(true);
