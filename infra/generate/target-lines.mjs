import path from 'node:path';

/** How a contract gets its engine or site: by an import of the one there is, or by a declaration. `imports` of values, and of types. */
export const targetLines = ({ site, target, contract }, title) => {
  if (!target) {
    return {
      typeImport: `import type { Target } from '../../target.js';\n`,
      valueImport: '',
      declaration: `export const ${site}Target: Target = { name: '${site}', title: '${title}' };\n\n`,
      constant: `${site}Target`,
    };
  }
  const from = path.relative(path.dirname(contract), target.file).replace(/\.ts$/, '.js');
  return {
    typeImport: '',
    valueImport: `import { ${target.constant} } from './${from}';\n`,
    declaration: '',
    constant: target.constant,
  };
};
