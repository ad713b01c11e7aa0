import { z } from 'zod';
import type { Operation } from './operation.js';
import { isReadingField } from './reading-fields.js';

/** `Operation.id` of a request that runs the current parser on the stored documents of another request. */
export const REPARSE_ID = 'reparse';

/** Pattern of the path; `requestId` is the request whose stored documents are parsed again. */
export const REPARSE_PATH = '/requests/:requestId/reparse';

const paramsSchema = z.strictObject({
  requestId: z.uuid(),
  /** Checked parameters in place of those of the request. */
  params: z.record(z.string(), z.unknown()).optional(),
});

/** The parameters that the body of a reparse may have, for requests of this operation. */
export const reparseFieldsOf = ({ id, input }: Operation): readonly string[] =>
  id === 'scrape/web' ? Object.keys(input.fields).filter(isReadingField) : [];

export type ReparseParams = z.infer<typeof paramsSchema>;

/**
 * The free operation that parses the stored documents of a request of `operation` again, in the same kind of worker. Its
 * result has the schema of that operation.
 */
export const reparseOf = ({ queue, result }: Operation): Operation => ({
  id: REPARSE_ID,
  method: 'POST',
  // The pattern: it names the route in metrics and is the scope of Idempotency-Keys.
  path: REPARSE_PATH,
  summary: 'Parse the stored documents of a request again',
  queue,
  result,
  isBatchable: false,
  isReparsable: true,
  paramsSchema: () => paramsSchema,
  input: { schema: { type: 'object' }, fields: {}, rules: [] },
  example: {},
  prices: [{ when: 'always', credits: 0 }],
  holdCredits: () => 0,
  priceCredits: () => 0,
});
