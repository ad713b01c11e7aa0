import { docstring, fold } from './python-text.mjs';
import { argumentOf, pascalOf, snakeOf } from './python-names.mjs';
import { constantOf, describe, namesOf, ParamTypes } from './param-types.mjs';
import { ResponseModels } from './response-models.mjs';

export const HEADER = '# Generated from the OpenAPI document by `npm run generate`. Do not edit.';

/** Method of an operation: `lodging-search` is `search` of the family `lodging`. */
const methodName = ({ id, family }) => snakeOf(id.startsWith(`${family}-`) ? id.slice(family.length + 1) : id);

const parameterDocs = ({ params }) =>
  Object.entries(params.properties).map(([name, schema]) => {
    const about = describe(schema);
    return `- ${argumentOf(name)}${(params.required ?? []).includes(name) ? ' (required)' : ''}${about ? `: ${about}` : ''}`;
  });

const METHODS = [
  { prefix: '', does: 'call', returns: (result) => result, note: undefined },
  {
    prefix: 'submit_',
    does: 'submit',
    returns: (result, isAsync) => `${isAsync ? 'Async' : ''}PendingRequest[${result}]`,
    note: 'Returns at once; the pending request has the result later.',
  },
];

const methodText = (operation, { prefix, does, returns, note }, isAsync) => {
  const { family, isKeyed, paramsName, resultName, constant, summary, description } = operation;
  const key = isKeyed ? ['*', 'idempotency_key: str | None = None'] : [];
  const args = ['self', ...key, `**params: Unpack[${paramsName}]`].join(', ');
  const sent = [constant, 'params', ...(isKeyed ? ['idempotency_key'] : [])].join(', ');
  const full = [
    ...description.split(/\n\n/).map((part) => part.split('\n')),
    ['Parameters:', ...parameterDocs(operation)],
  ];
  const docs = isAsync || note !== undefined ? [note, `See ${pascalOf(family)}.${methodName(operation)}.`] : full;
  const line = `    ${isAsync ? 'async ' : ''}def ${prefix}${methodName(operation)}(${args}) -> ${returns(resultName, isAsync)}:`;
  return [
    fold(line, '()'),
    docstring([`${summary}.`, ...docs], '        '),
    `        return ${isAsync ? 'await ' : ''}self._caller.${does}(${sent})`,
  ].join('\n');
};

const classText = (family, operations, isAsync) => {
  const name = `${isAsync ? 'Async' : ''}${pascalOf(family)}`;
  const caller = isAsync ? 'AsyncCaller' : 'Caller';
  return [
    `class ${name}:`,
    `    def __init__(self, caller: ${caller}) -> None:`,
    '        self._caller = caller',
    '',
    operations.flatMap((one) => METHODS.map((method) => methodText(one, method, isAsync))).join('\n\n'),
  ].join('\n');
};

const operationText = ({ id, method, path, isKeyed, paramsName, resultName, constant }) =>
  [
    `${constant}: Operation[${resultName}] = Operation(`,
    `    id=${JSON.stringify(id)},`,
    `    method=${JSON.stringify(method)},`,
    `    path=${JSON.stringify(path)},`,
    `    names=${namesOf(paramsName)},`,
    `    result=${resultName},`,
    `    is_keyed=${isKeyed ? 'True' : 'False'},`,
    ')',
  ].join('\n');

const imports = (lines, body) => {
  const code = body.replace(/"""[^]*?"""/g, '');
  const uses = (name) => new RegExp(`(?<![\\w.])${name}[[(\\],)\\n ]`).test(code);
  return lines.flatMap(([from, names]) => {
    const used = names.filter(uses);
    return used.length === 0 ? [] : [`from ${from} import ${used.join(', ')}`];
  });
};

/** A module with its imports. */
export const moduleText = (about, parts, own = '') => {
  const body = parts.join('\n\n\n');
  const groups = [
    [
      ['collections.abc', ['Mapping', 'Sequence']],
      ['datetime', ['datetime']],
      ['typing', ['Any', 'Literal']],
    ],
    [
      ['pydantic', ['Field']],
      ['typing_extensions', ['Required', 'TypedDict', 'Unpack']],
    ],
    [
      ['.._callers', ['AsyncCaller', 'Caller']],
      ['.._model', ['Model', 'Result']],
      ['.._operation', ['Names', 'Operation']],
      ['.._pending', ['AsyncPendingRequest', 'PendingRequest']],
      ['.common', ['RequestMetadata', 'RequestMetadataTimings']],
    ],
  ]
    .map((group) => imports(group, body))
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.filter((line) => !line.startsWith(`from .${own} `)).join('\n'));
  const head = [HEADER, `"""${about}"""`, '', 'from __future__ import annotations', '', groups.join('\n\n')];
  return `${head.join('\n')}\n\n\n${body}\n`;
};

/** The module of a family of operations: parameters, responses, and its methods, blocking and async. */
export const familyModule = (family, operations, shared) => {
  const params = new ParamTypes();
  const models = new ResponseModels(shared);
  const named = operations.map((operation) => {
    const name = pascalOf(operation.id);
    const paramsName = params.add(operation.params, `${name}Params`, { doc: `Parameters of ${operation.id}.` });
    const resultName = models.add(operation.result, operation.result.name, { base: 'Result' });
    return { ...operation, paramsName, resultName, constant: constantOf(name) };
  });
  return moduleText(`Operations of ${family}.`, [
    ...params.texts(),
    ...params.nameTables(),
    ...models.texts(),
    ...named.map(operationText),
    classText(family, named, false),
    classText(family, named, true),
  ]);
};
