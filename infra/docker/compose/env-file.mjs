import { randomBytes } from 'node:crypto';
import { interpolate, InterpolationError } from './interpolate.mjs';

const SECRET_BYTES = 24;
const LINE = /^(?:export\s+)?([A-Za-z_][A-Za-z0-9_]*)\s*[=:][^\S\n]*(.*)$/s;
const ESCAPES = { n: '\n', r: '\r', t: '\t', '\\': '\\', '"': '"', $: '$$' };

const unescape = (text) => text.replace(/\\([nrt\\"$])/g, (_, char) => ESCAPES[char]);

/** Value of one line; `fill` fills variables in. */
const readValue = (raw, fill) => {
  const [, single] = /^'((?:[^'\\]|\\.)*)'\s*(?:#.*)?$/s.exec(raw) ?? [];
  if (single !== undefined) return single.replaceAll("\\'", "'");
  const [, double] = /^"((?:[^"\\]|\\.)*)"\s*(?:#.*)?$/s.exec(raw) ?? [];
  if (double !== undefined) return fill(unescape(double));
  if (/^['"]/.test(raw)) throw new InterpolationError('a quote is not closed on its line, or something follows it');
  return fill(raw.replace(/ #.*/s, '').trimEnd());
};

/**
 * The variables of a `.env` file as Compose reads it: comments, `export`, quotes, variables of earlier lines in values that
 * are not in single quotes. A value ends with its line. `known` are variables from elsewhere. Throws InterpolationError.
 */
export const readEnvFile = (text, known = {}) => {
  const variables = {};
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    const content = line.trim();
    if (content === '' || content.startsWith('#')) continue;
    const [, name, raw] = LINE.exec(content) ?? [];
    try {
      if (name === undefined) throw new InterpolationError('write NAME=value');
      variables[name] = readValue(raw, (value) => interpolate(value, { ...variables, ...known }));
    } catch (error) {
      if (error instanceof InterpolationError) error.message = `line ${index + 1}: ${error.message}`;
      throw error;
    }
  }
  return variables;
};

/** A value that a `.env` file gives back as it is. */
const quoted = (value) => {
  if (/[\r\n]|\\(?:'|$)/.test(value)) {
    throw new InterpolationError(
      'a value of an env file is one line, without a backslash before a quote or at its end',
    );
  }
  return `'${value.replaceAll("'", "\\'")}'`;
};

/** The lines that give these variables. */
export const writeEnvFile = (variables) =>
  Object.entries(variables)
    .map(([name, value]) => `${name}=${quoted(value)}\n`)
    .join('');

/** The example of a `.env` file with a random secret behind each name that has nothing, as README.md says. */
export const fillSecrets = (example) =>
  example.replace(/^([A-Z][A-Z0-9_]*)=$/gm, (_, name) => `${name}=${randomBytes(SECRET_BYTES).toString('hex')}`);
