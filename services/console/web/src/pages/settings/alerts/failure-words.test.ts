import { describe, expect, it } from '@jest/globals';
import { failureWords } from './failure-words.js';

describe('failureWords', () => {
  it.each([
    ['EENVELOPE 550', 'the mail server refused the address (550)'],
    ['ETIMEDOUT', 'the mail server does not respond'],
    ['interrupted', 'interrupted'],
    ['constructor', 'constructor'],
  ])('of %s', (error, words) => {
    expect(failureWords(error)).toBe(words);
  });
});
