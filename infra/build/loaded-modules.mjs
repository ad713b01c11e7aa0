// Prints how many modules each service loads before it reads its settings: from its bundle, which is what runs, and from
// the built packages, which is what a test or a debugger loads. `npm run modules`
import { execFileSync } from 'node:child_process';
import { registerHooks } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const ROOT = path.resolve(import.meta.dirname, '../..');
const SERVICES = ['gateway', 'batch-fanout', 'browser-scrape', 'serp', 'sites', 'console'];
const MARK = 'loaded modules:';

const isCounter = process.execArgv.includes(`--import=${import.meta.url}`);

if (isCounter) {
  const urls = new Set();
  registerHooks({
    load(url, context, next) {
      if (url !== import.meta.url) urls.add(url);
      return next(url, context);
    },
  });
  process.on('exit', () => {
    const builtIn = [...urls].filter((url) => url.startsWith('node:')).length;
    console.log(MARK, JSON.stringify({ files: urls.size - builtIn, builtIn }));
  });
}

/** Counts the modules that a file loads with its imports: `{ files, builtIn }`. A service exits at its first setting, which is invalid. */
export const loadedModules = (file) => {
  const url = pathToFileURL(path.join(ROOT, file)).href;
  const run = `import(${JSON.stringify(url)})`;
  const env = { PATH: process.env.PATH, REDIS_URL: 'wrong on purpose' };
  const flags = ['--disable-warning=ExperimentalWarning', `--import=${import.meta.url}`, '-e', run];
  const options = { cwd: ROOT, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] };
  let out;
  try {
    out = execFileSync(process.execPath, flags, options);
  } catch (error) {
    out = error.stdout;
  }
  const line = out.split('\n').find((one) => one.startsWith(MARK));
  const counts = line === undefined ? undefined : JSON.parse(line.slice(MARK.length));
  if (!counts?.files) throw new Error(`${file} could not be loaded`);
  return counts;
};

if (process.argv[1] === import.meta.filename && !isCounter) {
  const rows = SERVICES.flatMap((service) => [
    [`${service}, its bundle`, `dist/${service}.js`],
    [`${service}, its packages`, `services/${service}/dist/main.js`],
  ]);
  rows.push(['egress, its packages', 'packages/egress/dist/index.js']);
  console.log(`${'what is loaded'.padEnd(28)}${'files'.padStart(8)}${'of Node'.padStart(10)}`);
  for (const [name, file] of rows) {
    const { files, builtIn } = loadedModules(file);
    console.log(`${name.padEnd(28)}${String(files).padStart(8)}${String(builtIn).padStart(10)}`);
  }
}
