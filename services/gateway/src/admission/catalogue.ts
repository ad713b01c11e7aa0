import type { Operation, ValidateResult } from '@quarry/contracts';

/** The operations and their validation. */
export interface Catalogue {
  readonly operations: readonly Operation[];
  readonly validate: (operation: Operation, input: unknown, nowMs: number) => ValidateResult;
}
