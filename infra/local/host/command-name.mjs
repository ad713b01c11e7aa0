import path from 'node:path';

const quote = (text) => (/^[\w./+-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`);

/**
 * How the caller of the command line has called it, so that the commands which it prints work as printed: through npm, as a
 * program on the PATH (a link to `script`), or as a script of Node.
 */
export const commandOf = ({ env, script }) => {
  if (env.npm_lifecycle_event === 'quarry') return 'npm run -s quarry --';
  return path.basename(script) === 'quarry' ? 'quarry' : `node ${quote(script)}`;
};
