/** What the document says, in the form that the Python text is made from. */
const SUCCESS = '200';
const JSON_TYPE = 'application/json';

const refName = (schema) => schema?.$ref?.split('/').at(-1);

/** A schema with its reference followed. */
export const resolve = (document, schema) => {
  const name = refName(schema);
  return name === undefined ? schema : { ...document.components.schemas[name], name };
};

const emptyObject = () => ({ type: 'object', properties: {}, required: [] });

/** Sets one parameter in a tree of objects: `price[min]` is `min` of `price`, `meals[]` a list. */
const place = (tree, { name, required, description, schema }) => {
  const [, head, rest] = /^([^[\]]+)(.*)$/.exec(name);
  const keys = [head, ...[...rest.matchAll(/\[([^\]]*)\]/g)].map(([, key]) => key)].filter((key) => key !== '');
  let object = tree;
  for (const key of keys.slice(0, -1)) {
    object.properties[key] ??= emptyObject();
    object = object.properties[key];
  }
  const key = keys.at(-1);
  const before = object.properties[key];
  // A list that may also be given as one value is documented twice.
  object.properties[key] = before ? { description, anyOf: [before, schema] } : { description, ...schema };
  if (required && !object.required.includes(key)) object.required.push(key);
};

const queryTree = (parameters) => {
  const tree = emptyObject();
  for (const parameter of parameters.filter((one) => one.in === 'query')) place(tree, parameter);
  return tree;
};

const bodyOf = (document, operation) => resolve(document, operation.requestBody?.content?.[JSON_TYPE]?.schema);

/** All operations: id, family (its tag), method, path, parameters as one schema of an object, and the schema of the result. */
export const readOperations = (document) =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const parameters = operation.parameters ?? [];
      const headers = parameters.filter((one) => one.in === 'header').map(({ name }) => name.toLowerCase());
      return {
        id: operation.operationId,
        family: operation.tags?.[0] ?? 'service',
        method: method.toUpperCase(),
        path,
        summary: operation.summary,
        description: operation.description,
        isKeyed: headers.includes('idempotency-key'),
        isCharged: operation['x-credits'] !== undefined,
        params: bodyOf(document, operation) ?? queryTree(parameters),
        result: resolve(document, operation.responses[SUCCESS]?.content?.[JSON_TYPE]?.schema),
      };
    }),
  );
