import { describe, expect, it } from '@jest/globals';
import { validateSchedule } from '@quarry/contracts';
import { NO_TRACKING, toTracking, trackedTarget } from './tracking-draft.js';

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
      const call = { type: 'operation', operation: 'scrape/web', params: { url: 'https://a.example/', ...params } };
      const crawl = { ...call, type: 'crawl', params: { url: 'https://a.example/', scrape: params } };
      for (const one of [call, crawl]) {
        const target = trackedTarget(one, changeTracking);
        expect(validateSchedule({ intervalSeconds: 60, target, changeTracking }).ok).toBe(true);
      }
    },
  );

  it('leaves other parameters as they are', () => {
    const params = { url: 'https://a.example/', outputFormat: ['html'] };
    const call = { type: 'operation', operation: 'scrape/web', params };
    expect(trackedTarget(call, { fields: ['statusCode'] })).toEqual(call);
    expect(trackedTarget(call, { markdown: true }).params).toEqual({ ...params, outputFormat: ['html', 'markdown'] });
    const crawl = { ...call, type: 'crawl', params: { url: params.url, limit: 5 } };
    expect(trackedTarget(crawl, { fields: ['statusCode'] })).toEqual(crawl);
    expect(trackedTarget(crawl, { links: true }).params).toEqual({ ...crawl.params, scrape: { extractLinks: true } });
  });
});
