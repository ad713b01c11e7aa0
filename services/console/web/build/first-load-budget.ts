import { gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

const sizeOf = (text: string | Uint8Array): number => gzipSync(text).byteLength;

/** Prints what the first page view loads, compressed, and fails the build when that is more than `maxBytes`. */
export const firstLoadBudget = (maxBytes: number): Plugin => ({
  name: 'first-load-budget',
  apply: 'build',
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      const files = new Set<string>();
      const add = (name: string): void => {
        const chunk = bundle[name];
        if (files.has(name) || chunk?.type !== 'chunk') return;
        files.add(name);
        for (const style of chunk.viteMetadata?.importedCss ?? []) files.add(style);
        chunk.imports.forEach(add);
      };
      for (const chunk of Object.values(bundle)) {
        if (chunk.type === 'chunk' && chunk.isEntry && chunk.name !== 'picker') add(chunk.fileName);
      }
      let bytes = 0;
      for (const name of files) {
        const file = bundle[name];
        if (file) bytes += sizeOf(file.type === 'chunk' ? file.code : file.source);
      }
      this.info(`first load: ${(bytes / 1_000).toFixed(1)} kB gzip in ${files.size} files`);
      if (bytes > maxBytes) this.error(`The first load is ${bytes} bytes, over its budget of ${maxBytes}.`);
    },
  },
});
