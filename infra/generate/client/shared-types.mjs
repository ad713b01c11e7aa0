/** A schema this long, in JSON, that two places have gets a name of its own. */
const LEAST_CHARS = 120;

const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
export const pascal = (text) =>
  text.replace(/(?:^|[^A-Za-z0-9]+)([A-Za-z0-9])/g, (_match, letter) => letter.toUpperCase());

/** What a schema says apart from its description, which belongs to the place. */
const identityOf = ({ description: _description, default: _default, ...schema }, isInput) =>
  `${schema.enum ? 'enum' : isInput ? 'in' : 'out'} ${JSON.stringify(schema)}`;

const isNameable = (schema) =>
  (schema.enum ?? schema.anyOf ?? schema.oneOf ?? schema.properties) !== undefined &&
  schema.$ref === undefined &&
  JSON.stringify(schema).length >= LEAST_CHARS;

const childrenOf = (schema, prop) => [
  ...Object.entries(schema.properties ?? {}),
  ...(schema.anyOf ?? schema.oneOf ?? []).map((child) => [prop, child]),
  ...(isObject(schema.items) ? [[prop, schema.items]] : []),
  ...(schema.prefixItems ?? []).map((child) => [prop, child]),
  ...(isObject(schema.additionalProperties) ? [[prop, schema.additionalProperties]] : []),
];

/**
 * Schemas that several places of the roots share, such as lists of countries: `{ nameOf(schema, isInput), all }`. Each is named
 * after the property that it is first found at, and its owner.
 */
export const findSharedTypes = (roots) => {
  const found = new Map();
  const visit = (schema, { isInput, owner, prop }) => {
    if (!isObject(schema)) return;
    if (prop !== undefined && isNameable(schema)) {
      const key = identityOf(schema, isInput);
      const known = found.get(key) ?? { schema, isInput, owner, prop, count: 0 };
      found.set(key, { ...known, count: known.count + 1 });
    }
    for (const [name, child] of childrenOf(schema, prop)) visit(child, { isInput, owner, prop: name });
  };
  for (const { name, schema, isInput, owner } of roots)
    visit(schema, { isInput, owner: owner ?? name, prop: undefined });

  const taken = new Set(roots.map(({ name }) => name));
  const freeName = ({ prop, owner }) => {
    const wanted = `${pascal(owner)}${pascal(prop)}`;
    let name = wanted;
    for (let number = 2; taken.has(name); number += 1) name = `${wanted}${number}`;
    taken.add(name);
    return name;
  };
  const named = new Map();
  for (const [key, one] of found) if (one.count > 1) named.set(key, { ...one, name: freeName(one) });
  return {
    nameOf: (schema, isInput) => (isNameable(schema) ? named.get(identityOf(schema, isInput))?.name : undefined),
    all: [...named.values()],
  };
};
