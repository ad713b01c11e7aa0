import type { OperationParams } from '@quarry/contracts';
export interface Span<T> {
  readonly min?: T;
  readonly max?: T;
}

/** Checked parameters of `realtya/listing`, defaults applied. Amounts are in US dollars, areas in square feet. */
export type RealtyListingParams = OperationParams<'realtya/listing'>;
