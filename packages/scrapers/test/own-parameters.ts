import { isCallField, operationOf, type OperationId } from '@quarry/contracts';

/** What tests read of a parameter's JSON Schema. */
export interface ParameterSchema {
  readonly properties?: Readonly<Record<string, ParameterSchema>>;
  readonly items?: ParameterSchema;
  readonly enum?: readonly string[];
  readonly anyOf?: readonly ParameterSchema[];
}

/** The parameters of an operation by name, without those that every operation has. */
export const ownParameters = (id: OperationId): Readonly<Record<string, ParameterSchema>> => {
  // safe because every operation's input is an object
  const { properties = {} } = operationOf(id).input.schema as ParameterSchema;
  return Object.fromEntries(Object.entries(properties).filter(([name]) => !isCallField(name)));
};
