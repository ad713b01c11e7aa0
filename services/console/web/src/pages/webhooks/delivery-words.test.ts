import { describe, expect, it } from '@jest/globals';
import { ACCOUNT_EVENTS, BATCH_EVENTS, REQUEST_EVENTS } from '@quarry/contracts';
import { answerWords, eventWords } from './delivery-words.js';

describe('eventWords', () => {
  it.each([...BATCH_EVENTS, ...REQUEST_EVENTS, ...ACCOUNT_EVENTS])('say what %s is', (event) => {
    expect(eventWords(event)).not.toBe(event);
  });

  it('take new events as they are', () => {
    expect([eventWords('batch.new'), eventWords('constructor')]).toEqual(['batch.new', 'constructor']);
  });
});

describe('answerWords', () => {
  it.each([
    [{ attempts: 0 }, 'Not tried yet.'],
    [{ attempts: 1, lastStatusCode: 204 }, 'Responded with status 204.'],
    [{ attempts: 2, lastStatusCode: 500, lastError: 'status' }, 'Status 500: status.'],
    [{ attempts: 2, lastError: 'timeout' }, 'No response: timeout.'],
    [{ attempts: 2 }, 'No response was recorded.'],
  ])('%j', (delivery, text) => {
    expect(answerWords(delivery)).toBe(text);
  });
});
