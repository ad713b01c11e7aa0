import { isBuiltin } from 'node:module';

const IDENTIFIER = /^[A-Za-z_]\w*$/;

/** A module of Node's whose exports are read one by one, as far as they are used. */
const readingWhatIsUsed = (name) => {
  const names = Object.getOwnPropertyNames(process.getBuiltinModule(name)).filter((key) => IDENTIFIER.test(key));
  return [
    `const all = /* @__PURE__ */ require(${JSON.stringify(name)});`,
    'export default all;',
    ...names
      .filter((key) => key !== 'default')
      .map((key) => `const of_${key} = /* @__PURE__ */ (() => all.${key})();\nexport { of_${key} as ${key} };`),
  ].join('\n');
};

/**
 * Requires Node's own modules: an import reads all their exports, and for some of `node:http` and `node:crypto` Node loads its
 * whole `fetch` and Web Cryptography, a tenth of a service's start.
 */
export const requiredBuiltins = {
  name: 'required builtins',
  setup(builder) {
    builder.onResolve({ filter: /^[a-z]/ }, ({ path: name, kind, importer }) => {
      if (kind !== 'import-statement' || !isBuiltin(name)) return undefined;
      const path = name.startsWith('node:') ? name : `node:${name}`;
      // One for each importer, in its file: those that are shared would be many small files.
      return { path, suffix: `?${importer}`, namespace: 'builtin', sideEffects: false };
    });
    builder.onLoad({ filter: /^node:/, namespace: 'builtin' }, ({ path: name }) => ({
      contents: readingWhatIsUsed(name),
    }));
  },
};

const LAZY_PARSERS = ['json', 'raw', 'text', 'urlencoded']
  .map((name) => `exports.${name} = (...options) => require('body-parser').${name}(...options);`)
  .join('\n');

/** Express loads all parsers of bodies with their character sets; they are loaded when one is first made. */
export const lazyBodyParser = {
  name: 'lazy body-parser',
  setup(builder) {
    builder.onResolve({ filter: /^body-parser$/ }, ({ namespace, importer, resolveDir }) =>
      namespace === 'file' && /\/node_modules\/express\//.test(importer)
        ? { path: importer, namespace: 'lazy', pluginData: resolveDir }
        : undefined,
    );
    builder.onLoad({ filter: /./, namespace: 'lazy' }, ({ pluginData }) => ({
      contents: LAZY_PARSERS,
      resolveDir: pluginData,
    }));
  },
};
