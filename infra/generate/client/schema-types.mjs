/** Longest line of a generated union. */
const LINE_CHARS = 118;

const IDENTIFIER = /^[A-Za-z_$][\w$]*$/;
const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

export const literal = (value) =>
  typeof value === 'string' ? `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'` : JSON.stringify(value);

const indent = (text) => text.replaceAll('\n', '\n  ');

/** A comment of one line, or of several where the text has line breaks. */
export const comment = (text) => {
  const lines = text.replaceAll('*/', '* /').split('\n');
  return lines.length === 1
    ? `/** ${lines[0]} */`
    : ['/**', ...lines.map((line) => ` * ${line}`.trimEnd()), ' */'].join('\n');
};

const isUnion = (type) => / \| /.test(type.replace(/\{[^]*\}|<[^]*>|\([^]*?\)/g, ''));

/** One alternative per value; a plain string beside literals would swallow them in an editor. */
const unionOf = (types) => {
  const unique = [...new Set(types)];
  if (unique.includes('unknown')) return 'unknown';
  if (!unique.includes('string') || unique.every((type) => !type.startsWith("'"))) return unique.join(' | ');
  return [...unique.filter((type) => type !== 'string'), '(string & Record<never, never>)'].join(' | ');
};

/** Breaks a long union of literals into lines. */
export const wrapUnion = (type) => {
  if (type.length <= LINE_CHARS || type.includes('\n')) return type;
  const lines = [''];
  for (const part of type.split(' | ')) {
    const next = `${lines.at(-1)} | ${part}`;
    if (next.length > LINE_CHARS) lines.push(` | ${part}`);
    else lines[lines.length - 1] = next;
  }
  return lines.map((line) => `\n  ${line.trim()}`).join('');
};

const noteOf = ({ description, default: preset }, isInput) => {
  const texts = [description, isInput && preset !== undefined ? `Default: ${JSON.stringify(preset)}.` : undefined];
  return texts.filter((text) => text !== undefined).join(' ');
};

/**
 * Writes JSON Schema as TypeScript. `isInput`: of what a caller sends, where lists may be read-only and what is optional may be
 * undefined. `nameOf(schema)`: the name of a type that the schema has of its own, if any; `nameOfRef` that of a reference.
 */
export const createTypeWriter = ({ isInput, nameOf, nameOfRef }) => {
  const typeOf = (schema) => nameOf(schema) ?? bodyOf(schema);

  const listOf = (item) => {
    const inner = typeOf(item);
    const entry = isUnion(inner) ? `(${inner})` : inner;
    return isInput ? `readonly ${entry}[]` : `${entry}[]`;
  };

  const propertyOf = (name, schema, isRequired) => {
    const note = noteOf(schema, isInput);
    const key = IDENTIFIER.test(name) ? name : literal(name);
    const type = typeOf(schema);
    const value = isInput && !isRequired ? `${type} | undefined` : type;
    return `${note === '' ? '' : `${comment(note)}\n`}${isInput ? 'readonly ' : ''}${key}${isRequired ? '' : '?'}: ${value};`;
  };

  const objectOf = ({ properties, required = [], additionalProperties }) => {
    const entries = Object.entries(properties ?? {}).filter(([, schema]) => schema !== false);
    if (entries.length === 0) {
      const values = isObject(additionalProperties) ? typeOf(additionalProperties) : 'unknown';
      return isInput ? `Readonly<Record<string, ${values}>>` : `Record<string, ${values}>`;
    }
    const lines = entries.map(([name, schema]) => propertyOf(name, schema, required.includes(name)));
    return `{\n  ${indent(lines.join('\n'))}\n}`;
  };

  const bodyOf = (schema) => {
    if (schema.$ref !== undefined) return nameOfRef(schema.$ref);
    if ('const' in schema) return literal(schema.const);
    if (schema.enum) return unionOf(schema.enum.map(literal));
    const choices = schema.anyOf ?? schema.oneOf;
    if (choices && !schema.properties) {
      const { type } = schema;
      return unionOf(choices.map((choice) => typeOf(type === undefined ? choice : { type, ...choice })));
    }
    if (Array.isArray(schema.type)) return unionOf(schema.type.map((type) => bodyOf({ ...schema, type })));
    if (schema.prefixItems) return `${isInput ? 'readonly ' : ''}[${schema.prefixItems.map(typeOf).join(', ')}]`;
    if (schema.type === 'array') return listOf(schema.items ?? {});
    if (schema.type === 'object') return objectOf(schema);
    if (schema.type === 'integer' || schema.type === 'number') return 'number';
    return ['string', 'boolean', 'null'].includes(schema.type) ? schema.type : 'unknown';
  };

  /** `export interface Name {...}` for an object with properties, else `export type Name = ...;`. */
  const declare = (name, schema, note) => {
    const body = bodyOf(schema);
    const text = note === undefined ? '' : `${comment(note)}\n`;
    if (body.startsWith('{')) return `${text}export interface ${name} ${body}\n`;
    const wrapped = wrapUnion(body);
    return `${text}export type ${name} =${wrapped.startsWith('\n') ? '' : ' '}${wrapped};\n`;
  };

  return { typeOf, declare };
};
