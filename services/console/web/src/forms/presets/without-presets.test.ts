import { describe, expect, it } from '@jest/globals';
import { OPERATIONS, operationOf, validateParams } from '@quarry/contracts';
import { fieldsOf } from '../form-model.js';
import { withoutPresets } from './without-presets.js';

describe('withoutPresets', () => {
  it.each(OPERATIONS.map((operation) => [operation.id, operation] as const))(
    'leaves a call of %s that means the same',
    (_id, operation) => {
      const fields = fieldsOf(operation.input.schema);
      const checked = validateParams(operation, operation.example);
      if (!checked.ok) throw new Error('the example is not valid');
      const short = withoutPresets(fields, checked.params);
      expect(Object.keys(short).length).toBeLessThanOrEqual(Object.keys(checked.params).length);
      expect(validateParams(operation, short)).toEqual(checked);
    },
  );

  it('drops defaults, also within groups, and keeps what was chosen', () => {
    const fields = fieldsOf(operationOf('scrape/web').input.schema);
    const webhook = { url: 'https://a.example', events: ['request.completed'] };
    const params = { url: 'https://b.example', wait: 0, outputFormat: ['html'], blockAds: false, webhook, new: 1 };
    expect(withoutPresets(fields, params)).toEqual({
      ...{ url: 'https://b.example', blockAds: false, webhook: { url: 'https://a.example' }, new: 1 },
    });
  });
});
