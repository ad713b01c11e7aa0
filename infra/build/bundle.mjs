import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { lazyBodyParser, requiredBuiltins } from './start-plugins.mjs';

const ROOT = fileURLToPath(new URL('../../', import.meta.url)).replace(/\/$/, '');

/** Threads: each is a file beside the one that starts it. */
const THREADS = {
  'store-worker': 'packages/store/dist/sqlite/store-worker.js',
  'watch-dog-thread': 'packages/observability/dist/watch-dog-thread.js',
  'write-thread': 'packages/files/dist/write-thread.js',
};
const OWN_THREADS = {
  'browser-scrape': ['convert-task'],
  serp: ['parse-task'],
  sites: ['read-task'],
};
/** Short processes of the runner and the user. */
const COMMANDS = {
  'seed-demo': 'packages/cli/dist/seed-demo.js',
  'start-problems': 'packages/cli/dist/doctor/start-problems.js',
  'start-warnings': 'packages/cli/dist/doctor/start-warnings.js',
  quarry: 'packages/cli/dist/main.js',
};
const SERVICES = ['gateway', 'console', 'batch-fanout', 'browser-scrape', 'serp', 'sites'];

/** Holds `<service>.js`, the commands, their threads and what they share. */
const BUNDLE_FOLDER = 'dist';
/** A sibling of it, so that relative paths lead to the same files from both. */
const NEW_FOLDER = 'dist.new';

/** The web app of the console in that folder: its own build writes it, and a new bundle keeps it. */
const WEB_FOLDER = 'console-web';

/** Packages with binaries or threads: each is a dependency of one of our packages and is not bundled. */
const KEPT = new Set(['@node-rs/argon2', 'better-sqlite3', 'piscina', 'sharp']);
/** CommonJS inside an ES module requires Node's modules by this. */
const BANNER =
  "import { createRequire as createRequireOfBundle } from 'node:module';\n" +
  'const require = createRequireOfBundle(import.meta.url);';

const OPTIONS = {
  bundle: true,
  // MongoDB, S3 and tracing are loaded only where they are configured, so they stay apart.
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node24',
  sourcemap: true,
  sourcesContent: false,
  legalComments: 'none',
  logLevel: 'warning',
  metafile: true,
  banner: { js: BANNER },
};

/** How code names the thread that it starts, a file beside it. */
const NEIGHBOUR = /(?:["'`]\.\/|import\.meta\.url, ")([\w-]+-(?:worker|thread|task))(?:\.js)?(?:["']|\$\{)/g;

/** Imports packages that are not bundled by their path, so that a bundle finds what the importing package found. */
const keptPackages = ({ root, outdir }) => ({
  name: 'kept packages',
  setup(builder) {
    builder.onResolve({ filter: /^[^./]/ }, async ({ path: name, importer, resolveDir, kind, pluginData }) => {
      if (!KEPT.has(name) || pluginData === 'asked') return undefined;
      const found = await builder.resolve(name, { importer, resolveDir, kind, pluginData: 'asked' });
      if (found.errors.length > 0) return found;
      const [, folder] = /^((?:packages|services)\/[^/]+)\//.exec(path.relative(root, importer)) ?? [];
      if (!folder) return { errors: [{ text: `${name} is imported by ${importer}, not by a package of the project` }] };
      const inside = found.path.slice(found.path.lastIndexOf(`/node_modules/${name}/`));
      return { path: path.relative(outdir, path.join(root, folder, inside)), external: true };
    });
  },
});

const missingThreads = (root, outputs) =>
  outputs.flatMap((file) =>
    [...readFileSync(path.join(root, file), 'utf8').matchAll(NEIGHBOUR)]
      .map(([, name]) => path.join(path.dirname(file), `${name}.js`))
      .filter((neighbour) => !existsSync(path.join(root, neighbour))),
  );

/**
 * Bundles each service, command and thread into one file, and what several of them load into shared ones: a process that loads
 * a thousand modules needs twice the processor time to start. Throws when a part is missing.
 */
const bundleServices = async ({ root = ROOT, services = SERVICES, commands = COMMANDS } = {}) => {
  const outdir = path.join(root, NEW_FOLDER);
  const mains = services.map((service) => [service, `services/${service}/dist/main.js`]);
  const tasks = services.flatMap((service) =>
    (OWN_THREADS[service] ?? []).map((name) => [name, `services/${service}/dist/${name}.js`]),
  );
  rmSync(outdir, { recursive: true, force: true });
  // Apart, or what commands and services share would be in many small files.
  const outputs = [];
  for (const entryPoints of [{ ...Object.fromEntries([...mains, ...tasks]), ...THREADS }, commands]) {
    const { metafile } = await build({
      ...OPTIONS,
      absWorkingDir: root,
      entryPoints,
      outdir,
      plugins: [requiredBuiltins, lazyBodyParser, keptPackages({ root, outdir })],
    });
    outputs.push(...Object.keys(metafile.outputs));
  }
  const scripts = outputs.filter((file) => file.endsWith('.js'));
  const missing = missingThreads(root, scripts);
  if (missing.length > 0) throw new Error(`No bundle has what these name: ${[...new Set(missing)].join(', ')}`);
  const web = path.join(root, BUNDLE_FOLDER, WEB_FOLDER);
  if (existsSync(web)) renameSync(web, path.join(outdir, WEB_FOLDER));
  // Only a complete build replaces the one before.
  rmSync(path.join(root, BUNDLE_FOLDER), { recursive: true, force: true });
  renameSync(outdir, path.join(root, BUNDLE_FOLDER));
};

const services = process.argv.slice(2);
await bundleServices(services.length > 0 ? { services, commands: {} } : {});
