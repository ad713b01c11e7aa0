import type { OperationView } from '../../../api/operations.js';

export interface Family {
  readonly name: string;
  readonly operations: readonly OperationView[];
}

/** The operations by family, each in the order of the contract. */
export const familiesOf = (operations: readonly OperationView[]): readonly Family[] =>
  [...Map.groupBy(operations, ({ family }) => family)].map(([name, members]) => ({ name, operations: members }));
