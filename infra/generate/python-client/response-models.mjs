import { docstring, foldValues } from './python-text.mjs';
import { pascalOf, singularOf, snakeOf } from './python-names.mjs';
import { RESPONSE_SIDE, typeOf } from './type-of.mjs';

/** What makes two schemas one class: everything but their descriptions. */
const shapeOf = (schema) => JSON.stringify(schema, (key, value) => (key === 'description' ? undefined : value));

const fieldLines = (name, { schema, isRequired, type }) => {
  const python = snakeOf(name);
  const isNullable = isRequired || / \| None$|^Any$/.test(type);
  const options = [
    ...(isRequired ? [] : ['default=None']),
    ...(python === name ? [] : [`alias=${JSON.stringify(name)}`]),
  ];
  const full = isNullable ? type : `${type} | None`;
  const value = isRequired && options.length === 0 ? '' : ` = Field(${options.join(', ')})`;
  const text = foldValues(`    ${python}: ${full}${value}`);
  return schema.description ? `${text}\n${docstring([schema.description], '    ')}` : text;
};

/** Classes of the responses of one module. `shared` are schemas with a class elsewhere: `[schema, name]`. */
export class ResponseModels {
  #byShape = new Map();
  #names = new Set();
  #texts = [];

  constructor(shared = []) {
    for (const [schema, name] of shared) this.#byShape.set(shapeOf(schema), name);
  }

  /** Makes a class of an object, and of every object in it; returns its name. */
  add(schema, wanted, { base = 'Model', doc } = {}) {
    const shape = shapeOf(schema);
    const known = this.#byShape.get(shape);
    if (known !== undefined) return known;
    let name = wanted;
    for (let count = 2; this.#names.has(name); count += 1) name = `${wanted}${count}`;
    this.#names.add(name);
    this.#byShape.set(shape, name);
    const required = new Set(schema.required);
    const fields = Object.entries(schema.properties ?? {}).map(([key, one]) => {
      const type = typeOf(one, RESPONSE_SIDE, (object) => this.add(object, this.#nestedName(name, key, one, object)));
      return fieldLines(key, { schema: one, isRequired: required.has(key), type });
    });
    const about = doc ?? schema.description;
    const body = [...(about ? [docstring([about], '    ')] : []), ...fields];
    this.#texts.push([`class ${name}(${base}):`, ...(body.length > 0 ? body : ['    pass'])].join('\n'));
    return name;
  }

  #nestedName(parent, key, property, object) {
    const word = pascalOf(property.items ? singularOf(key) : key);
    const own = parent.replace(/Result$/, '');
    // One of several forms of a value, such as an item that succeeded or failed.
    const form = object.properties?.status?.const;
    return `${own}${word}${property.oneOf && form ? pascalOf(form) : ''}`;
  }

  texts() {
    return this.#texts;
  }
}
