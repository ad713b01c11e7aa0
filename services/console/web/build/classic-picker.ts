import type { Plugin } from 'vite';

/**
 * The picker runs inside the sandboxed frame of a stored page, which has no origin and so cannot load modules: it has to be one
 * file that needs and offers nothing. Fails the build when it is not.
 */
export const classicPicker = (): Plugin => ({
  name: 'classic-picker',
  apply: 'build',
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk' || chunk.name !== 'picker') continue;
        const others = [...chunk.imports, ...chunk.dynamicImports, ...chunk.exports];
        if (others.length > 0) this.error(`The picker is not one classic script: it has ${others.join(', ')}.`);
      }
    },
  },
});
