import { expect, jest } from '@jest/globals';

/**
 * Tests of the whole fleet share the machine with everything else that runs on it, so each may try again once; the runner
 * names those that needed it. Proofs have one try.
 */
const isFleetTest = /\/test\/[^/]+\/[^/]+\.test\./.test(expect.getState().testPath ?? '');
if (isFleetTest && process.env.PROOF !== 'long') jest.retryTimes(1, { logErrorsBeforeRetry: true });
