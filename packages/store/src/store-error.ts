/**
 * Why a call of the store was rejected. Expected outcomes are values of the port; these are broken infrastructure or bugs.
 * `busy`: other processes kept the write lock too long. `overloaded`: too many calls wait. `closed`: the store was closed.
 * `engine_failed`: the engine died or reported a fault. `invalid_input`: the caller broke a rule of the port.
 */
export type StoreErrorCode = 'busy' | 'overloaded' | 'closed' | 'engine_failed' | 'invalid_input';

export class StoreError extends Error {
  override readonly name = 'StoreError';
  readonly code: StoreErrorCode;

  constructor(code: StoreErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}
