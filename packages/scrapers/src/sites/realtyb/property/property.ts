import type { OperationBody } from '@quarry/contracts';

export type PropertyBody = OperationBody<'realtyb/property'>;

export type Property = PropertyBody['property'];
