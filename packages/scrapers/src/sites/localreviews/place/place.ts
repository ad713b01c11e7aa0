import type { OperationBody } from '@quarry/contracts';

export type PlaceBody = OperationBody<'localreviews/place'>;

export type Place = PlaceBody['placeResult'];
