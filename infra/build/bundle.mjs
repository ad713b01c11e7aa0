import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const ROOT = fileURLToPath(new URL('../../', import.meta.url)).replace(/\/$/, '');

/** What runs in threads of its own: a file beside the one that starts it. */
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
const SERVICES = ['gateway', 'batch-fanout', 'browser-scrape', 'serp', 'sites'];

/** Holds `<service>.js`, and beside them their threads and what they share. */
const BUNDLE_FOLDER = 'dist';
/** Beside it, so that paths from one lead to the same files as from the other. */
const NEW_FOLDER = 'dist.new';

/** Packages with binaries or with threads of their own; each is a dependency of one of our packages and stays where it is. */
const KEPT = new Set(['better-sqlite3', 'piscina', 'sharp']);
/** CommonJS within an ES module asks for the modules of Node by this. */
const BANNER =
  "import { createRequire as createRequireOfBundle } from 'node:module';\n" +
  'const require = createRequireOfBundle(import.meta.url);';

/** How code names the thread that it starts, a file beside its own. */
const NEIGHBOUR = /(?:["'`]\.\/|import\.meta\.url, ")([\w-]+-(?:worker|thread|task))(?:\.js)?(?:["']|\$\{)/g;

/** Imports of kept packages by their path, so that they are found from a bundle as they were from the importing package. */
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
 * Makes one file of each service and of each thread from their built files, and shared ones of what several of them load: a
 * process that loads a thousand modules takes twice the processor time to start. Throws when a part is missing.
 */
const bundleServices = async ({ root = ROOT, services = SERVICES } = {}) => {
  const outdir = path.join(root, NEW_FOLDER);
  const mains = services.map((service) => [service, `services/${service}/dist/main.js`]);
  const tasks = services.flatMap((service) =>
    (OWN_THREADS[service] ?? []).map((name) => [name, `services/${service}/dist/${name}.js`]),
  );
  rmSync(outdir, { recursive: true, force: true });
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: { ...Object.fromEntries([...mains, ...tasks]), ...THREADS },
    outdir,
    bundle: true,
    // What is loaded only where it is configured stays apart: MongoDB, S3, tracing.
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
    plugins: [keptPackages({ root, outdir })],
  });
  const scripts = Object.keys(metafile.outputs).filter((file) => file.endsWith('.js'));
  const missing = missingThreads(root, scripts);
  if (missing.length > 0) throw new Error(`No bundle has what these name: ${[...new Set(missing)].join(', ')}`);
  // Only what is whole takes the place of what was there.
  rmSync(path.join(root, BUNDLE_FOLDER), { recursive: true, force: true });
  renameSync(outdir, path.join(root, BUNDLE_FOLDER));
};

const services = process.argv.slice(2);
await bundleServices(services.length > 0 ? { services } : {});
