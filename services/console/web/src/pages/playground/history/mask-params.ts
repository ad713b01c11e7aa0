import { maskParams as mask } from '@quarry/contracts/mask-params';

/** Parameters without the values of secrets, as the request log shows them. */
export const maskParams = (params: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  // Safe because an object stays one.
  mask(params) as Readonly<Record<string, unknown>>;
