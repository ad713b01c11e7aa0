import { describe, expect, it } from '@jest/globals';
import { validateSchedule } from '@quarry/contracts';
import { NO_TRACKING, toTracking, withTracked } from './tracking-draft.js';

describe('what a schedule compares', () => {
  it('is nothing until something is chosen', () => {
    expect(toTracking(NO_TRACKING)).toBeUndefined();
    expect(toTracking({ ...NO_TRACKING, fields: ' \n' })).toBeUndefined();
  });

  it('has one path a line', () => {
    expect(toTracking({ ...NO_TRACKING, fields: 'price\n\n extractedData.title ' })).toEqual({
      fields: ['price', 'extractedData.title'],
    });
  });

  it.each([{}, { outputFormat: ['html'] }, { outputFormat: ['markdown'], extractLinks: false }])(
    'is in the response of a call with %j, as the API wants it',
    (params) => {
      const changeTracking = { markdown: true, links: true };
      const target = {
        operation: 'scrape/web',
        params: withTracked({ url: 'https://a.example/', ...params }, changeTracking),
      };
      expect(validateSchedule({ intervalSeconds: 60, target, changeTracking }).ok).toBe(true);
    },
  );

  it('leaves other parameters as they are', () => {
    const params = { url: 'https://a.example/', outputFormat: ['html'] };
    expect(withTracked(params, { fields: ['statusCode'] })).toEqual(params);
    expect(withTracked(params, { markdown: true })).toEqual({ ...params, outputFormat: ['html', 'markdown'] });
  });
});
