import { OPERATIONS, type Operation } from '@quarry/contracts';
import type { Choice, Parameter } from '../n8n.js';
import { fieldsOf, parameterOf, titleOf } from './parameter-of.js';

/** The collection that holds the fields which may be left out. */
export const MORE_FIELDS = 'additionalFields';

const FAMILY_NAMES: Readonly<Record<string, string>> = { scrape: 'Page', map: 'Map of a site' };

const familyOf = ({ id }: Pick<Operation, 'id'>): string => id.split('/')[0] ?? id;

const priceOf = ({ prices }: Pick<Operation, 'prices'>): string =>
  prices
    .map(
      ({ when, credits }) => `${credits} ${credits === 1 ? 'credit' : 'credits'}${when === 'always' ? '' : ` ${when}`}`,
    )
    .join('; ');

const choiceOf = (operation: Operation): Choice => ({
  name: titleOf(operation.id.split('/').slice(1).join(' ')),
  value: operation.id,
  description: `${operation.summary} (${priceOf(operation)})`,
  action: operation.summary,
});

const families = [...new Set(OPERATIONS.map(familyOf))];

const resource: Parameter = {
  displayName: 'Resource',
  name: 'resource',
  type: 'options',
  noDataExpression: true,
  default: families[0],
  options: families.map((family) => ({ name: FAMILY_NAMES[family] ?? titleOf(family), value: family })),
};

const operationOf = (family: string): Parameter => {
  const options = OPERATIONS.filter((operation) => familyOf(operation) === family).map(choiceOf);
  return {
    displayName: 'Operation',
    name: 'operation',
    type: 'options',
    noDataExpression: true,
    default: options[0]?.value,
    displayOptions: { show: { resource: [family] } },
    options,
  };
};

const requiredOf = ({ input: { schema } }: Pick<Operation, 'input'>): readonly unknown[] =>
  Array.isArray(schema['required']) ? schema['required'] : [];

/** The fields beside the operation: those that are required, else the first of its example, which a token may replace. */
export const mainFieldsOf = (operation: Pick<Operation, 'input' | 'example'>): readonly unknown[] => {
  const required = requiredOf(operation);
  return required.length > 0 ? required : Object.keys(operation.example).slice(0, 1);
};

const parametersOf = (operation: Operation): readonly Parameter[] => {
  const { schema, rules } = operation.input;
  const required = requiredOf(operation);
  const main = mainFieldsOf(operation);
  const displayOptions = { show: { operation: [operation.id] } };
  const fields = fieldsOf(schema).map(([name, field]) => parameterOf(name, field));
  const others = fields.filter(({ name }) => !main.includes(name));
  return [
    ...fields
      .filter(({ name }) => main.includes(name))
      .map((field) => ({ ...field, required: required.includes(field.name), displayOptions })),
    {
      displayName: 'Additional Fields',
      name: MORE_FIELDS,
      type: 'collection',
      placeholder: 'Add Field',
      default: {},
      displayOptions,
      options: others,
      ...(rules.length > 0 ? { hint: rules.join(' ') } : {}),
    },
  ];
};

/** The parameters of the node, made from the operations of the contract: a new one appears without code here. */
export const OPERATION_PARAMETERS: readonly Parameter[] = [
  resource,
  ...families.map(operationOf),
  ...OPERATIONS.flatMap(parametersOf),
];
