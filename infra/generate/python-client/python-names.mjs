/** Words of Python, and methods of pydantic models that a field would hide. */
const RESERVED = new Set([
  ...['and', 'as', 'assert', 'async', 'await', 'break', 'class', 'continue', 'def', 'del', 'elif', 'else', 'except'],
  ...[
    'finally',
    'for',
    'from',
    'global',
    'if',
    'import',
    'in',
    'is',
    'lambda',
    'nonlocal',
    'not',
    'or',
    'pass',
    'raise',
  ],
  // A field of this name would hide the type in what follows it.
  ...['list', 'int', 'str', 'float', 'bool', 'datetime'],
  ...['return', 'try', 'while', 'with', 'yield', 'None', 'True', 'False'],
  ...['construct', 'copy', 'dict', 'from_orm', 'json', 'parse_file', 'parse_obj', 'parse_raw', 'schema', 'validate'],
]);

/** Arguments whose own name would mislead in Python, where a timeout is in seconds. */
const RENAMED = { timeout: 'timeout_ms' };

/** `outputFormat` as `output_format`, `failOn4xx` as `fail_on_4xx`. */
export const snakeOf = (name) => {
  const snake = name
    .replace(/([a-z])([A-Z0-9])|([A-Z])([A-Z][a-z])/g, '$1$3_$2$4')
    .replace(/\W+/g, '_')
    .toLowerCase();
  return RESERVED.has(snake) ? `${snake}_` : snake;
};

export const argumentOf = (name) => RENAMED[name] ?? snakeOf(name);

/** `enginea-ai-mode` and `organicResults` as `EngineaAiMode` and `OrganicResults`. */
export const pascalOf = (name) =>
  name.replace(/(?:^|[^A-Za-z0-9]+)([A-Za-z0-9])/g, (_match, letter) => letter.toUpperCase());

/** The name of one element of a list: `properties` as `property`. */
export const singularOf = (name) => {
  if (/ies$/i.test(name)) return name.replace(/ies$/i, 'y');
  if (/(ss|x|ch|sh)es$/i.test(name)) return name.replace(/es$/i, '');
  return /[^s]s$/i.test(name) ? name.slice(0, -1) : `${name}Item`;
};
