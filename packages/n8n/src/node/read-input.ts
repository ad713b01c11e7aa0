import { isPlainObject, type Operation } from '@quarry/contracts';
import { mainFieldsOf, MORE_FIELDS } from '../fields/operation-parameters.js';
import { fieldsOf, parameterOf } from '../fields/parameter-of.js';
import type { Execution } from '../n8n.js';

/** A mistake in what was entered, in n8n's shape: it shows the description below the message. */
export class InputError extends Error {
  readonly description = 'Nothing was sent and nothing was charged.';
}

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

const parseJson = (name: string, text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch (error) {
    const why = error instanceof Error ? error.message : 'unreadable';
    throw new InputError(`${name} is not valid JSON: ${why}`);
  }
};

/** The parameters of a call from what was entered for an item; fields that are empty are left out. */
export const readInput = (
  execution: Execution,
  operation: Pick<Operation, 'input' | 'example'>,
  itemIndex: number,
): Readonly<Record<string, unknown>> => {
  const main = mainFieldsOf(operation);
  const more = execution.getNodeParameter(MORE_FIELDS, itemIndex, {});
  const others = isPlainObject(more) ? more : {};
  return Object.fromEntries(
    fieldsOf(operation.input.schema).flatMap(([name, field]) => {
      const value = main.includes(name) ? execution.getNodeParameter(name, itemIndex) : others[name];
      if (isEmpty(value)) return [];
      const isJson = parameterOf(name, field).type === 'json';
      return [[name, isJson && typeof value === 'string' ? parseJson(name, value) : value]];
    }),
  );
};
