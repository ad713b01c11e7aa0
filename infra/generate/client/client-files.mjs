import { buildOpenApi } from '../../../packages/contracts/dist/index.js';
import { callsOf, contractRoots, operationCallsOf } from './contract-roots.mjs';
import { comment, createTypeWriter, literal } from './schema-types.mjs';
import { findSharedTypes, pascal } from './shared-types.mjs';

const FOLDER = 'packages/client/src/generated';
const HEAD = '// Made from the contract by `npm run generate`. Do not edit.\n';
const PREFIX = '#/components/schemas/';
const BATCH_SUBMIT = /^batch-(.+)-submit$/;
/** Schemas of bodies are the parameters of their operation. */
const nameOfRef = (ref) => ref.replace(PREFIX, '').replace(/Request$/, 'Params');

const indent = (text) => text.replaceAll('\n', '\n  ');
const camel = (text) => text.replace(/-(\w)/g, (_match, letter) => letter.toUpperCase());

/** `types.ts`: parameters, results and records. */
export const renderTypes = (document) => {
  const roots = contractRoots(document);
  const shared = findSharedTypes(roots);
  const writers = [true, false].map((isInput) =>
    createTypeWriter({ isInput, nameOf: (schema) => shared.nameOf(schema, isInput), nameOfRef }),
  );
  const writerOf = (isInput) => writers[isInput ? 0 : 1];
  const own = roots.map(({ name, schema, isInput, note }) => writerOf(isInput).declare(name, schema, note));
  const others = shared.all.map(({ name, schema, isInput }) => writerOf(isInput).declare(name, schema));
  return [HEAD, ...own, ...others, renderOperationTypes(document)].join('\n');
};

/** The id in the records of requests: `scrape/web`, `map/web`, `enginea/serp`. */
const operationId = (path) => (path === '/scrape/web' ? 'scrape/web' : path.replace(/^\/(?:scrape\/)?/, ''));

const renderOperationTypes = (document) => {
  const lines = operationCallsOf(document).map(
    ({ path, name }) => `  ${literal(operationId(path))}: { params: ${name}Params; result: ${name}Result };`,
  );
  const note = comment('Parameters and result by the id of the operation, as the records of requests state it.');
  return `${note}\nexport interface OperationTypes {\n${lines.join('\n')}\n}\n`;
};

const priceOf = (prices) =>
  prices
    .map(
      ({ when, credits }) =>
        `${credits} ${credits === 1 ? 'credit' : 'credits'}${when === 'always' ? '' : ` (${when})`}`,
    )
    .join('; ');

const methodOf = ({ method, path, name, call }) => {
  const note = `${call.summary}. Costs ${priceOf(call['x-credits'])}. \`${method} ${path}\``;
  const key = camel(path.split('/').at(-1));
  const options = method === 'POST' ? ', KeyedCallOptions' : '';
  return {
    key,
    type: `${comment(note)}\nreadonly ${key}: OperationMethod<${name}Params, ${name}Result${options}>;`,
    value: `${key}: call({ method: '${method}', path: ${literal(path)} }),`,
  };
};

const familiesOf = (operations) =>
  [...new Set(operations.map(({ family }) => family))].map((family) => ({
    family,
    type: `${pascal(family)}Operations`,
    methods: operations.filter((one) => one.family === family).map(methodOf),
  }));

const batchesOf = (document, operations) =>
  callsOf(document).flatMap(({ id, path }) => {
    const [, item] = BATCH_SUBMIT.exec(id) ?? [];
    const operation = operations.find((one) => one.id === item);
    return operation ? [{ ...operation, batchPath: path, key: methodOf(operation).key }] : [];
  });

const batchType = ({ name }) => `BatchOperation<${name}Item, ${name}Defaults, ${name}Result>`;

/** `operations.ts`: one method per operation. */
export const renderOperations = (document) => {
  const operations = operationCallsOf(document);
  const families = familiesOf(operations);
  const batches = batchesOf(document, operations);
  const names = operations.flatMap(({ name }) => [`${name}Params`, `${name}Result`]);
  const items = batches.flatMap(({ name }) => [`${name}Item`, `${name}Defaults`]);
  const imports = [...names, ...items].sort().map((name) => `  ${name},`);
  return `${HEAD}
import type { BatchOperation } from '../batch/batch-operation.js';
import type { BindBatch, BindOperation, KeyedCallOptions, OperationMethod } from '../operation-method.js';
import type {
${imports.join('\n')}
} from './types.js';

${families
  .map(({ family, type, methods }) => {
    const lines = methods.map((method) => indent(method.type)).join('\n  ');
    return `/** \`client.${family}\` */\nexport interface ${type} {\n  ${lines}\n}\n`;
  })
  .join('\n')}
/** \`client.batches\`, by the operation of the items. */
export interface BatchOperations {
${batches.map((one) => `  readonly ${one.family}: { readonly ${one.key}: ${batchType(one)} };`).join('\n')}
}

/** The methods of all operations. */
export class OperationClient {
${families.map(({ family, type }) => `  readonly ${family}: ${type};`).join('\n')}

  constructor(call: BindOperation) {
${families
  .map(({ family, methods }) => {
    const values = methods.map(({ value }) => `      ${value}`).join('\n');
    return `    this.${family} = {\n${values}\n    };`;
  })
  .join('\n')}
  }
}

export const bindBatches = (batch: BindBatch): BatchOperations => ({
${batches.map((one) => `  ${one.family}: { ${one.key}: batch(${literal(one.batchPath)}) },`).join('\n')}
});
`;
};

/** The files of the TypeScript client that follow from the contract: `{ file, text }`. */
export const clientFiles = () => {
  const document = buildOpenApi({ baseUrl: 'http://127.0.0.1:3000' });
  return [
    { file: `${FOLDER}/types.ts`, text: renderTypes(document) },
    { file: `${FOLDER}/operations.ts`, text: renderOperations(document) },
  ];
};
