import { jest } from '@jest/globals';

/**
 * Tests share the machine with each other and with everything else that runs on it, so each may try again once; the runner names
 * those that needed it. Proofs have one try.
 */
if (process.env.PROOF !== 'long') jest.retryTimes(1, { logErrorsBeforeRetry: true });
