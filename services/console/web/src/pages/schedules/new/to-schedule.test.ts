import { describe, expect, it } from '@jest/globals';
import { validateSchedule } from '@quarry/contracts';
import { otherViolations, targetViolations, toSchedule } from './to-schedule.js';
import { NO_TRACKING } from './tracking-draft.js';

const timing = { cron: '0 8 * * *', timeZone: 'UTC' };
const target = { type: 'operation', operation: 'scrape/web', params: { url: 'https://a.example/' } };
const settings = { name: ' Lamp ', missedRuns: 'skip', tracking: NO_TRACKING } as const;
const settingsOf = (tracking: object) => ({ ...settings, tracking: { ...NO_TRACKING, ...tracking } });

describe('toSchedule', () => {
  it('leaves out what is not set', () => {
    expect(toSchedule({ ...settings, name: ' ' }, timing, target)).toEqual({ ...timing, target, missedRuns: 'skip' });
    expect(toSchedule(settings, timing, target).name).toBe('Lamp');
  });

  it('asks for what is compared, and for a webhook only then', () => {
    const webhook = 'https://you.example/';
    expect(toSchedule(settingsOf({ webhook }), timing, target)).not.toHaveProperty('webhook');
    const body = toSchedule(settingsOf({ markdown: true, webhook }), timing, target);
    expect(body).toMatchObject({ webhook: { url: webhook }, target: { params: { outputFormat: ['markdown'] } } });
    expect(validateSchedule(body).ok).toBe(true);
  });

  it('compares the pages of a crawl as the API takes it', () => {
    const crawl = { ...target, type: 'crawl', params: { ...target.params, limit: 5 } };
    const body = toSchedule(settingsOf({ markdown: true, fields: 'statusCode' }), timing, crawl);
    expect(body.target.params).toEqual({ ...crawl.params, scrape: { outputFormat: ['markdown'] } });
    expect(body.changeTracking).toEqual({ markdown: true, fields: ['statusCode'] });
    expect(validateSchedule(body).ok).toBe(true);
  });
});

describe('the violations of a refused schedule', () => {
  const violations = [
    { field: 'target.params.url', rule: 'url', message: 'target.params.url must be a URL.' },
    { field: 'target.operation', rule: 'enum', message: 'no such operation' },
    { field: 'cron', rule: 'regex', message: 'cron is never due.' },
  ] as const;

  it('are placed at the fields of the target, or said above the form', () => {
    expect(targetViolations(violations)).toEqual([{ field: 'url', rule: 'url', message: 'url must be a URL.' }]);
    expect(otherViolations(violations)).toEqual(['no such operation']);
  });
});
