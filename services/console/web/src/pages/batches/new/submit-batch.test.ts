import { describe, expect, it } from '@jest/globals';
import { placeViolations } from './submit-batch.js';

describe('placeViolations', () => {
  it('sorts what the API refuses to the lines of the input and to the defaults', () => {
    const items = [
      { line: 2, params: {} },
      { line: 5, params: {} },
    ];
    const violation = (field: string, message: string) => ({ field, rule: 'required', message });
    expect(
      placeViolations(
        [
          violation('requests.1.url', 'requests.1.url is required.'),
          violation('requests.0.price.max', 'requests.0.price.max must be more.'),
          violation('requests.0', 'requests.0 must be an object.'),
          violation('requests.9.url', 'requests.9.url is required.'),
          violation('defaults.wait', 'defaults.wait must be an integer.'),
          violation('webhook.url', 'webhook.url is not a URL.'),
        ],
        items,
      ),
    ).toEqual({
      lines: [
        { line: 5, field: 'url', message: 'is required.' },
        { line: 2, field: 'price.max', message: 'must be more.' },
        { line: 2, field: '', message: 'must be an object.' },
      ],
      defaults: [{ field: 'wait', rule: 'required', message: 'must be an integer.' }],
      others: ['requests.9.url is required.', 'webhook.url is not a URL.'],
    });
  });
});
