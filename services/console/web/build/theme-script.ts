import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

const SOURCE = new URL('../src/app/first-theme.js', import.meta.url);
const DEV_PATH = '/first-theme.js';

/**
 * Adds a small blocking script as a hashed file: it applies the saved theme before the first paint, which a module, always
 * deferred, could not do.
 */
export const themeScript = (): Plugin => {
  let isBuild = false;
  return {
    name: 'theme-script',
    configResolved({ command }) {
      isBuild = command === 'build';
    },
    buildStart() {
      if (isBuild) this.emitFile({ type: 'asset', name: 'first-theme.js', source: readFileSync(SOURCE, 'utf8') });
    },
    configureServer({ middlewares }) {
      middlewares.use(DEV_PATH, (_request, response) => {
        response.setHeader('content-type', 'text/javascript').end(readFileSync(SOURCE));
      });
    },
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle = {} }) {
        const emitted = Object.keys(bundle).find((name) => /first-theme[-.\w]*\.js$/.test(name));
        const src = emitted === undefined ? DEV_PATH : `/${emitted}`;
        return [{ tag: 'script', attrs: { src }, injectTo: 'head-prepend' }];
      },
    },
  };
};
