import { pascal } from './shared-types.mjs';

const REF = /^#\/components\/schemas\/(\w+)$/;
/** What the inline schemas of the service's own calls are called. */
const DATA_NAMES = {
  'usage-get': 'Usage',
  'requests-list': 'RequestList',
  'request-get': 'RequestRecord',
  'batches-list': 'BatchList',
  'webhook-deliveries': 'DeliveryList',
  'webhook-redeliver': 'Delivery',
  'webhook-secret': 'WebhookSecrets',
  'sessions-list': 'SessionList',
  'session-get': 'Session',
  'file-sign': 'SignedLink',
  'schedule-create': 'Schedule',
  'schedule-get': 'ScheduleDetails',
  'schedule-feed-link': 'FeedLink',
};
/** Parts of them that have a name of their own. */
const PART_NAMES = [
  { of: 'RequestList', property: 'requests', name: 'RequestSummary' },
  { of: 'BatchList', property: 'batches', name: 'BatchSummary' },
  { of: 'ScheduleDetails', property: 'runs', name: 'ScheduleRun' },
];
const QUERY_NAMES = {
  'requests-list': 'RequestFilters',
  'batches-list': 'BatchFilters',
  'webhook-deliveries': 'DeliveryFilters',
};
const BODY_NAMES = {
  'request-reparse': 'ReparseParams',
  'file-sign': 'SignParams',
  'schedule-create': 'ScheduleParams',
  'schedule-feed-link': 'FeedLinkParams',
};
/** Schemas of the document that callers see under another name, or as part of another type. */
const COMPONENTS = ['Violation', 'BatchAccepted', 'BatchStatus', 'BatchResultRow'];

/** Every call of the document: `{ method, path, id, call }`. */
export const callsOf = ({ paths }) =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, call]) => ({
      method: method.toUpperCase(),
      path,
      id: call.operationId,
      call,
    })),
  );

/** The calls of operations: `/scrape/<family>/<thing>`, `/scrape/web` and `/map/web`. */
export const operationCallsOf = (document) =>
  callsOf(document)
    .filter(({ call }) => call['x-credits'] !== undefined)
    .map((one) => ({ ...one, family: one.call.tags[0], name: pascal(one.id) }));

const bodySchema = ({ call }) => call.requestBody?.content['application/json'].schema;
const answerSchema = ({ call }) => call.responses[200].content['application/json'].schema;

/** `price[min]` as `['price', 'min']`, `meals[]` as `['meals']` of a list. */
const placeOf = (name) => {
  const isList = name.endsWith('[]');
  const [first, ...rest] = (isList ? name.slice(0, -2) : name).split('[');
  return { isList, steps: [first, ...rest.map((step) => step.replace(']', ''))] };
};

/** The schema of an object that a query string spells out, from its parameters. */
export const querySchema = (parameters) => {
  const root = { type: 'object', properties: {}, required: [] };
  for (const { name, in: place, description, required, schema } of parameters) {
    if (place !== 'query') continue;
    const { steps } = placeOf(name);
    let node = root;
    for (const step of steps.slice(0, -1)) {
      node.properties[step] ??= { type: 'object', properties: {}, required: [] };
      node = node.properties[step];
    }
    const last = steps.at(-1);
    const known = node.properties[last];
    // A parameter that takes one value or a list of them is in the document twice.
    node.properties[last] = known
      ? { description: known.description, anyOf: [known, schema].map(({ description: _own, ...one }) => one) }
      : { ...schema, ...(description === undefined ? {} : { description }) };
    if (required) node.required.push(last);
  }
  return root;
};

const operationRoots = (document) =>
  operationCallsOf(document).flatMap((one) => [
    {
      name: `${one.name}Params`,
      owner: one.family,
      isInput: true,
      schema: one.method === 'POST' ? resolve(document, bodySchema(one)) : querySchema(one.call.parameters),
      note: `Parameters of \`${one.method} ${one.path}\`.`,
    },
    {
      name: `${one.name}Result`,
      owner: one.family,
      isInput: false,
      schema: resolve(document, answerSchema(one)),
      note: `Result of \`${one.method} ${one.path}\`.`,
    },
  ]);

const resolve = ({ components }, schema) => {
  const [, name] = REF.exec(schema.$ref ?? '') ?? [];
  return name === undefined ? schema : components.schemas[name];
};

const serviceRoots = (document) =>
  callsOf(document).flatMap((one) => {
    const data = DATA_NAMES[one.id];
    const query = QUERY_NAMES[one.id];
    const body = BODY_NAMES[one.id];
    const note = `\`${one.method} ${one.path}\``;
    return [
      ...(query
        ? [{ name: query, isInput: true, schema: querySchema(one.call.parameters), note: `Filters of ${note}.` }]
        : []),
      ...(body ? [{ name: body, isInput: true, schema: bodySchema(one), note: `Body of ${note}.` }] : []),
      ...(data
        ? [{ name: data, isInput: false, schema: answerSchema(one).properties.data, note: `Data of ${note}.` }]
        : []),
    ];
  });

/** A root's part that has a name, in its own place. */
const withParts = (roots) =>
  roots.flatMap((root) => {
    const parts = PART_NAMES.filter(({ of }) => of === root.name);
    if (parts.length === 0) return [root];
    const properties = { ...root.schema.properties };
    const own = parts.map(({ property, name }) => {
      const { items } = properties[property];
      properties[property] = { ...properties[property], items: { $ref: `#/components/schemas/${name}` } };
      return { name, isInput: false, schema: items, note: `One of the ${property} of a list.` };
    });
    return [{ ...root, schema: { ...root.schema, properties } }, ...own];
  });

/** Bodies of batch items and of what they share. */
const batchRoots = ({ components: { schemas } }) =>
  Object.keys(schemas)
    .filter((name) => /(?:Item|Defaults)$/.test(name))
    .map((name) => ({ name, isInput: true, schema: schemas[name], note: undefined }));

const codesOf = ({ components: { schemas } }) => {
  const calls = Object.entries(schemas).flatMap(([name, { properties }]) =>
    /^Error\d+$/.test(name) ? properties.error.enum : [],
  );
  const items = schemas.BatchResultRow.properties.result.oneOf.flatMap(
    ({ properties }) => properties.error?.enum ?? [],
  );
  return [...new Set([...calls, ...items])];
};

/** Everything that becomes a type: `{ name, owner?, isInput, schema, note? }`. */
export const contractRoots = (document) => [
  {
    name: 'ErrorCode',
    isInput: false,
    schema: { enum: codesOf(document) },
    note: 'Codes of the errors of the service.',
  },
  ...operationRoots(document),
  ...batchRoots(document),
  ...COMPONENTS.map((name) => ({ name, isInput: false, schema: document.components.schemas[name], note: undefined })),
  ...withParts(serviceRoots(document)),
];
