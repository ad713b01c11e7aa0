// Builds the console's web app into `dist/console-web`, which the console serves.
import { existsSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url)).replace(/\/$/, '');
const APP = 'services/console/web';
const OUTPUT = 'dist/console-web';
/** A sibling, so that only a complete build replaces the one before. */
const NEW_OUTPUT = 'dist/console-web.new';

const buildApp = async () => {
  const app = path.join(ROOT, APP);
  const outDir = path.join(ROOT, NEW_OUTPUT);
  // The bundler is a dependency of the console, not of the project.
  const { build } = await import(
    pathToFileURL(path.join(ROOT, 'services/console/node_modules/vite/dist/node/index.js')).href
  );
  rmSync(outDir, { recursive: true, force: true });
  // Whatever started this build, such as a test: the app is always built for production.
  process.env.NODE_ENV = 'production';
  await build({
    root: app,
    configFile: path.join(app, 'vite.config.ts'),
    logLevel: 'warn',
    build: { outDir, emptyOutDir: true },
  });
  if (!existsSync(path.join(outDir, 'index.html'))) throw new Error(`${APP} was built without an index.html`);
  rmSync(path.join(ROOT, OUTPUT), { recursive: true, force: true });
  renameSync(outDir, path.join(ROOT, OUTPUT));
};

await buildApp();
