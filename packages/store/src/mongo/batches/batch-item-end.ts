import type { RequestEnd } from '../../port.js';
import type { BatchItemDocument } from './batch-documents.js';
import { present } from '../documents.js';

/** The update that ends items which are open: from here on they are due to be numbered. */
export const endOfItem = (end: RequestEnd, nowMs: number, endOrder: number, stepToken?: string) => {
  const { state, chargedCredits, verdict, metadata } = end;
  const values: Partial<BatchItemDocument> = {
    state,
    chargedCredits,
    verdict,
    ...present('error', end.error),
    ...present('reason', end.reason),
    ...present('message', end.message),
    ...present('answerName', end.answerName),
    ...present('pageName', end.pageName),
    ...present('storedBytes', end.storedBytes),
    // JSON text, so that its keys are nobody's operators.
    ...present('metadata', metadata && JSON.stringify(metadata)),
    ...present('stepToken', stepToken),
    endedAtMs: nowMs,
    endOrder,
  };
  return { $set: values, $unset: { sealedHeaders: 1 }, $rename: { open: 'due' } } as const;
};
