import type { NameSuggestions, Operation, ValidateResult } from '@quarry/contracts';

/** The operations and their validation. */
export interface Catalogue {
  readonly operations: readonly Operation[];
  /** `suggestions` are shared by the inputs of one call. */
  readonly validate: (
    operation: Operation,
    input: unknown,
    nowMs: number,
    suggestions?: NameSuggestions,
  ) => ValidateResult;
}
