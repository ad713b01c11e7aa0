import { existsSync, readFileSync } from 'node:fs';
import { registerHooks, syncBuiltinESMExports } from 'node:module';
import path from 'node:path';
import threads from 'node:worker_threads';

/**
 * Loaded by `--import` after the hooks of the tests, into the process that runs mutants and into its threads: replaces some sources
 * by instrumented text, and lets modules be loaded again. Modules have a generation; those that reach an instrumented source are
 * evaluated again in the next one, so that what they do while they are loaded is mutated as well.
 */
const HOOKS = [new URL('../testing/source-hooks.mjs', import.meta.url).href, import.meta.url];
const FOLDER = process.env.MUTANTS_FOLDER;
const instrumented = JSON.parse(readFileSync(path.join(FOLDER, 'sources.json'), 'utf8'));
const OWN = /^file:\/\/(?!.*\/node_modules\/).*\.ts$/;
const GENERATION = /\?generation=(\d+)$/;

/** `generation` is that of the next import. */
export const modules = { generation: 0 };
const importers = new Map();
const texts = new Map();

/** Modules that reach an instrumented source, by a survey. Before the survey all count as such. */
const AFFECTED = path.join(FOLDER, 'affected.json');
const affected = existsSync(AFFECTED) ? new Set(JSON.parse(readFileSync(AFFECTED, 'utf8'))) : undefined;

/** Modules loaded so far that reach an instrumented source. */
export const affectedModules = () => {
  const found = new Set(Object.keys(instrumented));
  for (const url of found) for (const importer of importers.get(url) ?? []) found.add(importer);
  return [...found];
};

const isRenewed = (url) => affected === undefined || affected.has(url);

const textOf = (url, load) => {
  let text = texts.get(url);
  if (text === undefined) {
    const file = instrumented[url];
    text = file ? readFileSync(file, 'utf8') : String(load().source);
    // A module must not see the generation in its own address.
    texts.set(url, (text = text.replaceAll('import.meta.url', JSON.stringify(url))));
  }
  return text;
};

registerHooks({
  resolve(specifier, context, next) {
    const [suffix, own] = GENERATION.exec(context.parentURL ?? '') ?? ['', undefined];
    const parentURL = context.parentURL?.slice(0, context.parentURL.length - suffix.length);
    const resolved = next(specifier.replace(GENERATION, ''), { ...context, parentURL });
    const { url } = resolved;
    if (!OWN.test(url)) return resolved;
    importers.set(url, (importers.get(url) ?? new Set()).add(parentURL));
    return isRenewed(url) ? { ...resolved, url: `${url}?generation=${own ?? modules.generation}` } : resolved;
  },
  load(url, context, next) {
    const clean = url.replace(GENERATION, '');
    if (!OWN.test(clean)) return next(url, context);
    const source = textOf(clean, () => next(clean, context));
    return { format: 'module', source, shortCircuit: true };
  },
});

/** Threads with their own options load these hooks too. */
const { Worker } = threads;
threads.Worker = class extends Worker {
  constructor(file, options = {}) {
    const { execArgv } = options;
    super(
      file,
      execArgv ? { ...options, execArgv: [...execArgv, ...HOOKS.flatMap((hook) => ['--import', hook])] } : options,
    );
  }
};
syncBuiltinESMExports();
