import type { OperationBody } from '@quarry/contracts';

export type PlaceBody = OperationBody<'lodging/place'>;

export type Overview = PlaceBody['overview'];
export type Room = PlaceBody['rooms'][number];
export type Variant = NonNullable<Room['variants']>[number];
