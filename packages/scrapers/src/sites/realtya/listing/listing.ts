import type { OperationBody } from '@quarry/contracts';

export type ListingBody = OperationBody<'realtya/listing'>;

/** A home for sale or sold, or a building with homes for rent. */
export type Entry = NonNullable<ListingBody['properties']>[number];

/** The one property that an address or building keyword leads to. */
export type Property = NonNullable<ListingBody['property']>;

export type Address = NonNullable<Entry['address']>;

export interface Span {
  readonly min?: number | undefined;
  readonly max?: number | undefined;
}
