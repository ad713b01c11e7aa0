import { z } from 'zod';
import type { Operation } from './operation.js';

/** `Operation.id` of a request that runs today's parser on what another request has stored. */
export const REPARSE_ID = 'reparse';

/** Pattern of the path: the id of the request whose stored documents are parsed again. */
export const REPARSE_PATH = '/requests/:requestId/reparse';

const paramsSchema = z.strictObject({ requestId: z.uuid() });

export type ReparseParams = z.infer<typeof paramsSchema>;

/**
 * The free operation that parses the stored documents of one request of `operation` again, by the same kind of worker. Its
 * answer has the form of that operation's.
 */
export const reparseOf = ({ queue, result }: Operation): Operation => ({
  id: REPARSE_ID,
  method: 'POST',
  // The pattern, not the address: it names the route in metrics and the scope of Idempotency-Keys.
  path: REPARSE_PATH,
  summary: 'Parse the stored documents of a request again',
  queue,
  result,
  isBatchable: false,
  isBuilt: true,
  paramsSchema: () => paramsSchema,
  input: { schema: { type: 'object' }, fields: {}, rules: [] },
  example: {},
  prices: [{ when: 'always', credits: 0 }],
  holdCredits: () => 0,
  priceCredits: () => 0,
});
