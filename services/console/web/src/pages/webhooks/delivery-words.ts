import type { Delivery } from './deliveries-query.js';

const EVENTS: Readonly<Record<string, string>> = {
  'batch.started': 'A batch has started',
  'batch.progress': 'Another tenth of a batch has ended',
  'batch.item.failed': 'Items of a batch have failed',
  'batch.completed': 'A batch has ended',
  'batch.page': 'A page of a batch has ended',
  'batch.stopped': 'A batch was stopped',
  'request.completed': 'A single call has ended',
  'account.alert': 'The account has reached a level',
  'schedule.changed': 'A schedule has found a change',
  test: 'A test of the receiver',
};

/** What an event tells; its name where this console does not know it. */
export const eventWords = (event: string): string => (Object.hasOwn(EVENTS, event) ? (EVENTS[event] ?? event) : event);

/** What the receiver said last, in a few words. */
export const answerWords = ({
  lastStatusCode,
  lastError,
  attempts,
}: Pick<Delivery, 'lastStatusCode' | 'lastError' | 'attempts'>): string => {
  if (attempts === 0) return 'Not tried yet.';
  if (lastError !== undefined)
    return lastStatusCode === undefined ? `No response: ${lastError}.` : `Status ${lastStatusCode}: ${lastError}.`;
  return lastStatusCode === undefined ? 'No response was recorded.' : `Responded with status ${lastStatusCode}.`;
};
