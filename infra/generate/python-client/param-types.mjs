import { docstring, foldValues, literal } from './python-text.mjs';
import { argumentOf, pascalOf, singularOf } from './python-names.mjs';
import { REQUEST_SIDE, typeOf } from './type-of.mjs';

const isObjectWithFields = (schema) => Object.keys(schema?.properties ?? {}).length > 0;

/** The object with fields that a parameter is, may be, or lists. */
const objectIn = (schema) => {
  const forms = [schema, ...(schema.anyOf ?? schema.oneOf ?? [])];
  const found = forms.find(isObjectWithFields);
  if (found) return found;
  const list = forms.find(({ items }) => isObjectWithFields(items));
  return list?.items;
};

const defaultText = ({ default: value }) => {
  if (value === undefined) return '';
  return ` Default: ${typeof value === 'object' ? JSON.stringify(value) : literal(value)}.`;
};

/** A parameter as a line of documentation. */
export const describe = (schema) => `${schema.description ?? ''}${defaultText(schema)}`.trim();

/** Dictionaries of parameters, and how their names are written in the API, for one module. */
export class ParamTypes {
  #texts = [];
  #names = [];

  add(schema, name, { doc } = {}) {
    const required = new Set(schema.required);
    const entries = Object.entries(schema.properties).map(([key, one]) => {
      const nestedName = `${name.replace(/Params$/, '')}${pascalOf(objectIn(one)?.type && one.items ? singularOf(key) : key)}`;
      const inner = objectIn(one);
      if (inner) this.add(inner, nestedName);
      const type = typeOf(one, REQUEST_SIDE, () => nestedName);
      return { key, one, type, inner: inner && nestedName };
    });
    const fields = entries.map(({ key, one, type }) => {
      const text = foldValues(`    ${argumentOf(key)}: ${required.has(key) ? `Required[${type}]` : type}`);
      const about = describe(one);
      return about === '' ? text : `${text}\n${docstring([about], '    ')}`;
    });
    const about = doc ? [docstring([doc], '    ')] : [];
    const body = [...about, ...fields];
    this.#texts.push([`class ${name}(TypedDict, total=False):`, ...(body.length > 0 ? body : ['    pass'])].join('\n'));
    const names = entries.map(({ key, inner }) => {
      const api = inner ? `(${JSON.stringify(key)}, ${namesOf(inner)})` : JSON.stringify(key);
      return `    ${JSON.stringify(argumentOf(key))}: ${api},`;
    });
    this.#names.push([`${namesOf(name)}: Names = {`, ...names, '}'].join('\n'));
    return name;
  }

  texts() {
    return this.#texts;
  }

  nameTables() {
    return this.#names;
  }
}

/** `LodgingSearchPrice` as `LODGING_SEARCH_PRICE_NAMES`. */
export const namesOf = (name) => `${constantOf(name)}_NAMES`;

/** A class name as a constant's. */
export const constantOf = (name) => name.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toUpperCase();
