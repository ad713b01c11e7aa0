import type { JsonSchema } from '../input/field.js';

/** Headers of every response to a request with a valid key. */
export const ACCOUNT_HEADERS: JsonSchema = {
  'x-request-id': { $ref: '#/components/headers/RequestId' },
  'x-credits-charged': { $ref: '#/components/headers/CreditsCharged' },
  'x-credits-remaining': { $ref: '#/components/headers/CreditsRemaining' },
  RateLimit: { $ref: '#/components/headers/RateLimit' },
  'RateLimit-Policy': { $ref: '#/components/headers/RateLimitPolicy' },
};
