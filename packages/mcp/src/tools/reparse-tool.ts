import { failed } from '../output/tool-result.js';
import { callPaid } from './call-paid.js';
import { succeedAs } from './operation-tools.js';
import { MAX_TOKENS_ARGUMENT, MAX_TOKENS_SCHEMA, READS_STORED, type QuarryTool } from './tool.js';

const REPARSE_TIMEOUT_MS = 60_000;
const REQUEST_ID = '^[A-Za-z0-9_-]{1,64}$';
const NAME = 'request_reparse';

/** Reads a stored page again, as other parameters say. */
export const reparseTool = (): QuarryTool => ({
  name: NAME,
  title: 'Read a stored page again',
  description:
    "Reads the stored page of an earlier request again, with today's code and other ways to read it, free of charge: " +
    'the site is not asked. Example: {"requestId": "...", "params": {"outputFormat": ["text"]}}.',
  inputSchema: {
    type: 'object',
    properties: {
      requestId: { type: 'string', pattern: REQUEST_ID, description: 'The id of the earlier request.' },
      params: {
        type: 'object',
        description: 'How to read it: fields of scrape_web such as outputFormat, onlyMainContent or extractRules.',
        additionalProperties: true,
      },
      [MAX_TOKENS_ARGUMENT]: MAX_TOKENS_SCHEMA,
    },
    required: ['requestId'],
    additionalProperties: false,
  },
  annotations: READS_STORED,
  run: async (args, context) => {
    const { requestId, params } = args;
    if (typeof requestId !== 'string' || !new RegExp(REQUEST_ID).test(requestId)) {
      return failed({
        error: 'validation_failed',
        message: 'requestId must be the id of an earlier request.',
        retryable: false,
        next: 'Take it from an earlier result.',
        creditsCharged: 0,
      });
    }
    const call = { method: 'POST', path: `/requests/${requestId}/reparse`, body: params ?? {} } as const;
    return callPaid(
      { call: { ...call, timeoutMs: REPARSE_TIMEOUT_MS }, holdCredits: 0, succeed: succeedAs(NAME, args, context) },
      context,
    );
  },
});
