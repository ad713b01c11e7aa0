import type { FormField } from '../../../forms/form-field.js';
import { isRecord } from '../../../forms/json-schema.js';
import type { SnippetCall } from './call-of.js';
import { quoteWord } from './quote-word.js';

type Flag = readonly [name: string, value: string];

/** Texts that the command would read as JSON in a list. */
const LOOKS_LIKE_JSON = /^\s*[[{]/;

const isScalar = (value: unknown): value is string | number | boolean =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';

const listFlags = (path: string, values: readonly unknown[]): readonly Flag[] | undefined => {
  const texts = values.filter(isScalar).map(String);
  const isWhole = texts.length === values.length && texts.length > 0;
  return isWhole && !texts.some((text) => LOOKS_LIKE_JSON.test(text)) ? texts.map((text) => [path, text]) : undefined;
};

/** The options that say what a parameter says; undefined if only JSON can. */
const flagsOf = (field: FormField | undefined, value: unknown): readonly Flag[] | undefined => {
  if (field === undefined || field.kind === 'json' || field.kind === 'map') return undefined;
  if (isScalar(value))
    return field.kind === 'group' || field.kind === 'list' ? undefined : [[field.path, String(value)]];
  if (Array.isArray(value)) return field.kind === 'list' ? listFlags(field.path, value) : undefined;
  if (field.kind !== 'group' || !isRecord(value)) return undefined;
  const members = Object.entries(value).map(([name, member]) =>
    flagsOf(
      field.fields.find((inner) => inner.name === name),
      member,
    ),
  );
  return members.every((flags) => flags !== undefined) ? members.flat() : undefined;
};

/** For the project's command line, which takes URL and key from `QUARRY_URL` and `QUARRY_API_KEY`. */
export const cliSnippet = ({ operation, params, apiUrl }: SnippetCall): string => {
  const json: Record<string, unknown> = {};
  const flags: Flag[] = [];
  for (const [name, value] of Object.entries(params)) {
    const own = flagsOf(
      operation.fields.find((field) => field.name === name),
      value,
    );
    if (own === undefined) json[name] = value;
    else flags.push(...own);
  }
  const options = flags.map(([path, value]) => `--${path} ${quoteWord(value)}`);
  if (Object.keys(json).length > 0) options.push(`--params ${quoteWord(JSON.stringify(json))}`);
  return [`QUARRY_URL=${quoteWord(apiUrl)} quarry ${operation.id}`, ...options].join(' \\\n  ');
};
