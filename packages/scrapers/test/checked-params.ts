import {
  operationOf,
  validateParams,
  type OperationId,
  type OperationParams,
  type ValidateOptions,
} from '@quarry/contracts';

/** What the contract makes of parameters, defaults applied. Throws where it refuses them. */
export const checkedParams = <Id extends OperationId>(
  id: Id,
  params: Readonly<Record<string, unknown>>,
  options: ValidateOptions = {},
): OperationParams<Id> => {
  const checked = validateParams(operationOf(id), params, options);
  if (!checked.ok) throw new Error(JSON.stringify(checked.violations));
  return checked.params;
};
