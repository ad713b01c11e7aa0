import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { stringify } from 'yaml';
import { dashboardQueries } from './dashboards.js';
import { readScaledObjects } from './scaled-objects.js';

const program = process.env['TEST_PROMTOOL'];

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'quarry-queries-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const promtool = (verbs: readonly string[], content: object): Promise<string> => {
  const file = join(folder, `${verbs.join('-')}.yml`);
  writeFileSync(file, stringify(content));
  return new Promise((resolve) => {
    execFile(program ?? '', [...verbs, file], (error, stdout, stderr) =>
      resolve(error === null ? '' : `${stdout}${stderr}`),
    );
  });
};

/** Series of Prometheus, and the expected value of each trigger's query; undefined for no value. */
interface Reading {
  readonly name: string;
  readonly series: Readonly<Record<string, number>>;
  readonly answers: Readonly<Record<string, number | undefined>>;
}

const backlog = (queue: string, gateway: string): string => `queue_backlog{queue="${queue}",instance="${gateway}"}`;
const openItems = (queue: string, gateway: string): string =>
  `batch_open_items{queue="${queue}",instance="${gateway}"}`;

const READINGS: readonly Reading[] = [
  {
    name: 'an idle fleet of two gateways',
    series: {
      ...Object.fromEntries(
        ['browser-scrape', 'serp', 'sites'].flatMap((queue) => ['a', 'b'].map((at) => [backlog(queue, at), 0])),
      ),
      ...{ [openItems('serp', 'a')]: 0, 'batch_jobs_led{instance="f"}': 0 },
    },
    answers: { 'browser-scrape': 0, serp: 0, sites: 0, 'jobs-led': 0, 'open-items': 0 },
  },
  {
    name: 'work that each gateway tells of, counted once, of one queue alone',
    series: {
      ...{ [backlog('serp', 'a')]: 48, [backlog('serp', 'b')]: 47, [backlog('sites', 'a')]: 3 },
      ...{ [openItems('serp', 'a')]: 300, [openItems('serp', 'b')]: 300, [openItems('sites', 'b')]: 5 },
      ...{ 'batch_jobs_led{instance="f"}': 2, 'batch_jobs_led{instance="g"}': 1 },
    },
    answers: { serp: 48, sites: 3, 'jobs-led': 3, 'open-items': 305 },
  },
  {
    name: 'no gateway: no answer, which is not 0',
    series: { 'batch_jobs_led{instance="f"}': 0 },
    answers: { 'jobs-led': 0 },
  },
];

const triggers = readScaledObjects('component').flatMap(({ metadata, spec }) =>
  spec.triggers.map(({ name, metadata: { query, ignoreNullValues } }) => ({
    name: name === 'backlog' ? metadata.name : name,
    ...{ query, ignoreNullValues },
    labels: name === 'backlog' ? `{queue="${metadata.name}"}` : '{}',
  })),
);

const testOf = ({ name, series, answers }: Reading): object => ({
  name,
  interval: '1m',
  input_series: Object.entries(series).map(([one, value]) => ({ series: one, values: `${value}x2` })),
  promql_expr_test: triggers.map((trigger) => {
    const value = answers[trigger.name];
    const samples = value === undefined ? [] : [{ labels: trigger.labels, value }];
    return { expr: trigger.query, eval_time: '1m', exp_samples: samples };
  }),
});

(program === undefined ? describe.skip : describe)('promtool', () => {
  it('has the answer that each scaling query must have, and none without gateways', async () => {
    expect(triggers.map(({ name }) => name).sort()).toEqual(
      ['browser-scrape', 'jobs-led', 'open-items', 'serp', 'sites'].sort(),
    );
    // No value is an error to KEDA, which falls back; it does not mean an idle fleet.
    expect(triggers.filter(({ ignoreNullValues }) => ignoreNullValues !== 'false')).toEqual([]);
    expect(await promtool(['test', 'rules'], { tests: READINGS.map(testOf) })).toBe('');
    const wrong = READINGS.map((reading) => testOf({ ...reading, answers: { ...reading.answers, serp: 7 } }));
    expect(await promtool(['test', 'rules'], { tests: wrong })).toContain('FAILED');
  });

  it('takes every expression of every dashboard', async () => {
    const rules = dashboardQueries().map(({ expression }, index) => ({ record: `panel_${index}`, expr: expression }));
    expect(rules.length).toBeGreaterThan(50);
    expect(await promtool(['check', 'rules'], { groups: [{ name: 'panels', rules }] })).toBe('');
    const wrong = { groups: [{ name: 'panels', rules: [{ record: 'panel', expr: 'sum(by' }] }] };
    expect(await promtool(['check', 'rules'], wrong)).toContain('parse error');
  });
});
