// By its own path: the embedded engine's thread should not pay for all operations and their schemas.
import { deadlineFailure } from '@quarry/contracts/deadline-failure';
import type { RequestEnd } from '../port.js';

/** How a row with these parameters ends once its deadline has passed, whoever ends it. */
export const deadlineEnd = (params: unknown): RequestEnd => ({
  state: 'expired',
  chargedCredits: 0,
  ...deadlineFailure(params),
});
