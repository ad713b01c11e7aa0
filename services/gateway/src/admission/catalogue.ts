import type { Operation, ValidateResult } from '@quarry/contracts';

/** The operations as the gateway needs them; the contracts package fills it. */
export interface Catalogue {
  readonly operations: readonly Operation[];
  readonly validate: (operation: Operation, input: unknown, nowMs: number) => ValidateResult;
}
