import { describe, expect, it } from '@jest/globals';
import { failureGroups } from './failure-groups.js';

describe('failureGroups', () => {
  it('counts failures by error and reason, with the hosts that have most of them', () => {
    const failure = (id: string, error: string, reason: string | undefined, host: string) => ({
      ...{ id, error, host, retryable: error !== 'target_status' },
      ...(reason === undefined ? {} : { reason }),
    });
    const groups = failureGroups([
      failure('1', 'target_status', undefined, 'a'),
      ...['b', 'b', 'c', 'd', 'e'].map((host, index) => failure(`x${index}`, 'target_blocked', 'captcha', host)),
      failure('2', 'target_blocked', 'http_403', 'a'),
      failure('3', 'target_blocked', 'http_403', 'a'),
    ]);
    expect(groups.map(({ error, reason, count, isRetryable }) => [error, reason, count, isRetryable])).toEqual([
      ['target_blocked', 'captcha', 5, true],
      ['target_blocked', 'http_403', 2, true],
      ['target_status', undefined, 1, false],
    ]);
    expect(groups[0]).toMatchObject({
      exampleId: 'x0',
      hosts: [{ host: 'b', count: 2 }, { host: 'c' }, { host: 'd' }],
    });
    expect(failureGroups([])).toEqual([]);
  });
});
