import { describe, expect, it } from '@jest/globals';
import { hostRatesOf, MAX_HOSTS_SHOWN } from './host-rates.js';

const TODAY = '2026-03-07';
const site = (host: string, counts: object = {}, more: object = {}) => ({
  ...{ day: TODAY, operation: 'scrape/web', host, exit: 'datacenter' },
  ...{ read: 0, unrecognized: 0, blocked: 0, failed: 0, ...counts, ...more },
});

describe('hostRatesOf', () => {
  it('adds up operations, exits and days, today beside the week', () => {
    const rates = hostRatesOf(
      [
        site('a.example', { read: 6, blocked: 2, failed: 1 }),
        site('a.example', { blocked: 1 }, { exit: 'residential', operation: 'retailer/search' }),
        site('a.example', { read: 10, unrecognized: 5 }, { day: '2026-03-06' }),
      ],
      TODAY,
    );
    expect(rates).toEqual([
      {
        host: 'a.example',
        today: { requests: 10, blocked: 3, unrecognized: 0 },
        week: { requests: 25, blocked: 3, unrecognized: 5 },
      },
    ]);
  });

  it('has the hosts with the most lost requests first, and not all of them', () => {
    const many = Array.from({ length: MAX_HOSTS_SHOWN + 5 }, (_, index) => site(`h${index}.example`, { read: index }));
    const rates = hostRatesOf(
      [...many, site('walled.example', { blocked: 1 }), site('odd.example', { unrecognized: 3 })],
      TODAY,
    );
    expect(rates).toHaveLength(MAX_HOSTS_SHOWN);
    expect(rates.slice(0, 3).map(({ host }) => host)).toEqual(['odd.example', 'walled.example', 'h54.example']);
  });
});
