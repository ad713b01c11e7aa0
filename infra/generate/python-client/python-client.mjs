import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { pascalOf } from './python-names.mjs';
import { fold } from './python-text.mjs';
import { familyModule, HEADER, moduleText } from './family-module.mjs';
import { constantOf, ParamTypes } from './param-types.mjs';
import { readOperations, resolve } from './read-document.mjs';
import { ResponseModels } from './response-models.mjs';

/** Folder of the generated modules. */
export const PYTHON_FOLDER = 'packages/client-python/src/quarry_client/generated';

/** The answers below `data` that have a name of their own in the client: `[operation, class, its list]`. */
const DATA = [
  ['usage-get', 'Usage'],
  ['request-get', 'RequestRecord'],
  ['requests-list', 'RequestSummary', 'requests'],
  ['batches-list', 'BatchSummary', 'batches'],
  ['webhook-deliveries', 'WebhookDelivery', 'deliveries'],
  ['webhook-secret', 'WebhookSecrets'],
  ['file-sign', 'SignedLink'],
  ['schedule-create', 'Schedule'],
  ['schedule-get', 'ScheduleRun', 'runs'],
  ['schedule-get', 'ScheduleDetails'],
  ['schedule-delete', 'ScheduleDeleted'],
  ['session-get', 'Session'],
];
/** Schemas of batches, and theirs. */
const BATCHES = [
  ['BatchAccepted', 'BatchAccepted'],
  ['BatchStatus', 'BatchStatusResponse'],
  ['BatchResultLine', 'BatchRow'],
  ['BatchResults', 'BatchPage'],
  ['Violation', 'Violation'],
];

const requireOperation = (operations, id) => {
  const found = operations.find((one) => one.id === id);
  if (!found) throw new Error(`the document has no operation ${id}`);
  return found;
};

/** The metadata of any result: what one operation says of it, all say. */
const metadataOf = (families) => {
  const all = families.flatMap(([, operations]) => operations.map(({ result }) => result.properties.requestMetadata));
  return {
    type: 'object',
    required: ['id', 'status'],
    properties: Object.assign({}, ...all.map(({ properties }) => properties)),
  };
};

const withMetadata = ({ result, ...operation }, metadata) => ({
  ...operation,
  result: { ...result, properties: { ...result.properties, requestMetadata: metadata } },
});

const commonModule = (document, operations, metadata) => {
  const models = new ResponseModels();
  models.add(metadata, 'RequestMetadata');
  for (const [schema, name] of BATCHES) {
    const row = document.components.schemas[schema];
    models.add(resolve(document, schema === 'BatchResults' ? withRows(document, row) : row), name);
  }
  for (const [id, name, list] of DATA) {
    const { data } = requireOperation(operations, id).result.properties;
    models.add(list === undefined ? data : data.properties[list].items, name);
  }
  return moduleText('Responses of accounts, batches, schedules, files and webhooks.', models.texts(), 'common');
};

const withRows = (document, page) => ({
  ...page,
  properties: {
    ...page.properties,
    results: { ...page.properties.results, items: document.components.schemas.BatchResultLine },
  },
});

/** Parameters of what is written by hand above the generated code. */
const inputModule = (document, operations) => {
  const params = new ParamTypes();
  const { schemas } = document.components;
  for (const [name, schema] of Object.entries(schemas)) {
    if (name.endsWith('Item')) params.add(schema, name);
  }
  const submit = requireOperation(operations, 'batch-scrape-web-submit').params;
  params.add(submit.properties.webhook, 'BatchWebhook');
  params.add(submit.properties.delivery, 'BatchDelivery');
  params.add(requireOperation(operations, 'request-reparse').params, 'ReparseParams');
  params.add(requireOperation(operations, 'requests-list').params, 'RequestFilters');
  params.add(requireOperation(operations, 'webhook-deliveries').params, 'DeliveryFilters');
  params.add(requireOperation(operations, 'schedule-create').params, 'ScheduleParams');
  return moduleText('Parameters of batches, schedules, lists and reparses.', [
    ...params.texts(),
    ...params.nameTables(),
  ]);
};

const indexModule = (families) => {
  const names = families.map(([family]) => [family, pascalOf(family)]);
  const lines = names.map(([family, name]) => `from .${family} import Async${name}, ${name}`).sort();
  const classText = (prefix, caller) =>
    [
      `class ${prefix}Families:`,
      '    """One attribute for each family of operations."""',
      '',
      `    def __init__(self, caller: ${caller}) -> None:`,
      ...names.map(([family, name]) => `        self.${family} = ${prefix}${name}(caller)`),
    ].join('\n');
  const head = [HEADER, '"""The families of operations."""', '', 'from __future__ import annotations', ''];
  const imports = [
    'from .._callers import AsyncCaller, Caller',
    'from .._model import Result',
    'from .._operation import Names',
    ...lines,
  ].join('\n');
  const ids = families.flatMap(([family, operations]) =>
    operations.map(({ id, result }) => ({
      id: id.replace('-', '/'),
      family,
      result: result.name,
      constant: constantOf(pascalOf(id)),
    })),
  );
  const results = [
    'def result_of(operation: str) -> type[Result] | None:',
    '    """The class of the results of an operation, by its name such as `enginea/serp`."""',
    '    return RESULTS.get(operation)',
    '',
    '',
    'RESULTS: dict[str, type[Result]] = {',
    ...ids.map(({ id, family, result }) => `    "${id}": ${family}.${result},`),
    '}',
    '',
    '',
    'def names_of(operation: str) -> Names | None:',
    '    """How the parameters of an operation are written in the API, by its name such as `enginea/serp`."""',
    '    return NAMES.get(operation)',
    '',
    '',
    'NAMES: dict[str, Names] = {',
    ...ids.map(({ id, family, constant }) => `    "${id}": ${family}.${constant}.names,`),
    '}',
  ].join('\n');
  const modules = fold(
    `from . import (${names
      .map(([family]) => family)
      .sort()
      .join(', ')})`,
    '()',
  );
  return `${head.join('\n')}\n${modules}\n${imports}\n\n\n${classText('', 'Caller')}\n\n\n${classText('Async', 'AsyncCaller')}\n\n\n${results}\n`;
};

/** The generated modules of the Python client: `{ file, text }`. */
export const pythonClientFiles = (document) => {
  const operations = readOperations(document);
  const byFamily = new Map();
  for (const operation of operations.filter(({ isCharged }) => isCharged)) {
    byFamily.set(operation.family, [...(byFamily.get(operation.family) ?? []), operation]);
  }
  const metadata = metadataOf([...byFamily]);
  const families = [...byFamily].map(([family, own]) => [family, own.map((one) => withMetadata(one, metadata))]);
  const shared = [[metadata, 'RequestMetadata']];
  return [
    ['__init__', `${HEADER}\n`],
    ['families', indexModule(families)],
    ['common', commonModule(document, operations, metadata)],
    ['inputs', inputModule(document, operations)],
    ...families.map(([family, own]) => [family, familyModule(family, own, shared)]),
  ].map(([name, text]) => ({ file: `${PYTHON_FOLDER}/${name}.py`, text }));
};

/** Modules of operations that are gone. */
export const strayModules = (root, files) => {
  const folder = path.join(root, PYTHON_FOLDER);
  const known = new Set(files.map(({ file }) => path.basename(file)));
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith('.py') && !known.has(name))
    .map((name) => `${PYTHON_FOLDER}/${name}`);
};
