import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { createMetrics, LINE_FIELDS, LOG_FIELDS, METRICS } from '@quarry/observability';
import { FLEET } from './local/fleet/fleet.mjs';
import { VERDICT_NAMES } from '../packages/contracts/src/verdicts.ts';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const FOLDER = path.join(ROOT, 'infra', 'observability');
/** What Prometheus itself and other exporters tell. */
const FOREIGN = ['up', 'ALERTS', 'node_filesystem_avail_bytes', 'node_filesystem_size_bytes'];
/** Labels that a scrape adds. */
const SCRAPE_LABELS = ['job', 'instance', 'service', 'pod', 'le'];
const WORDS = new Set([
  'by',
  'on',
  'or',
  'and',
  'unless',
  'offset',
  'without',
  'ignoring',
  'group_left',
  'group_right',
]);

const filesOf = (pattern) => globSync(pattern, { cwd: FOLDER }).map((file) => path.join(FOLDER, file));
const read = (file) => readFileSync(file, 'utf8');
const rules = filesOf('prometheus/rules/*.yml').map(read).join('\n');
const dashboards = filesOf('grafana/dashboards/*.json').map((file) => ({ file, board: JSON.parse(read(file)) }));

/** The expressions of rule files: on the line of `expr:`, or below it and further in. */
const ruleExpressions = (text) =>
  [...text.matchAll(/^( *)(?:- )?expr: *(?:[|>]-?\n((?:\1 +.*\n|\n)+)|(.+)\n)/gm)].map(
    ([, , block, line]) => block ?? line,
  );

const boardExpressions = ({ panels, templating }) => [
  ...panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)),
  ...templating.list.map(({ definition }) => definition.replace(/label_values\((\w+), \w+\)/, '$1')),
];

/** Names of series in an expression, with the matchers written to each. */
const selectorsOf = (expression) => {
  const bare = expression
    .replace(/\b(by|on|without|ignoring|group_left|group_right)\s*\([^)]*\)/g, ' ')
    .replace(/\[[^\]]*\]/g, ' ')
    .replace(/\boffset\s+\w+/g, ' ');
  return [...bare.matchAll(/(?<![\w:."$])([a-zA-Z_][\w:]*)\s*(\{[^}]*\})?(?!\s*\(|[\w:"])/g)]
    .filter(([, name, matchers]) => matchers !== undefined || !WORDS.has(name))
    .filter(({ index }) => !isInsideBraces(bare, index))
    .map(([, name, matchers = '']) => ({ name, matchers }));
};

const isInsideBraces = (text, index) => text.lastIndexOf('{', index) > text.lastIndexOf('}', index);

const expressions = [...ruleExpressions(rules), ...dashboards.flatMap(({ board }) => boardExpressions(board))];
const selectors = expressions.flatMap(selectorsOf);
const recorded = [...rules.matchAll(/record: (\S+)/g)].map(([, name]) => name);
const alerts = [...new Set([...rules.matchAll(/alert: (\S+)/g)].map(([, name]) => name))];

const seriesOf = (name) =>
  METRICS[name].kind === 'histogram' ? ['_bucket', '_sum', '_count'].map((end) => name + end) : [name];
const metricOf = (series) => Object.keys(METRICS).find((name) => seriesOf(name).includes(series));

/** Metrics that have a name and that nothing counts. */
const readUncounted = () => {
  const sources = globSync('{packages,services}/*/src/**/*.ts', { cwd: ROOT })
    .filter((file) => !/\.test\.ts$|metric-names\.ts$/.test(file))
    .map((file) => read(path.join(ROOT, file)));
  return Object.keys(METRICS).filter((name) => !sources.some((source) => source.includes(`'${name}'`)));
};

const processSeries = async () => {
  const metrics = createMetrics({ service: 'test' });
  const text = await metrics.text();
  metrics.close();
  return [...text.matchAll(/^([a-z]\w*)[ {]/gm)].map(([, name]) => name);
};

describe('metrics', () => {
  it('are all counted somewhere', () => {
    expect(readUncounted()).toEqual([]);
  });
});

describe('rules and dashboards', () => {
  it('are valid', () => {
    expect(alerts.length).toBeGreaterThan(20);
    expect(ruleExpressions(rules)).toHaveLength((rules.match(/expr:/g) ?? []).length);
    expect(selectorsOf('sum by (a) (rate(b_total{c="d|e",f!~"g"}[5m] offset 1h)) > 0 unless h:i:j{k="l"}')).toEqual([
      { name: 'b_total', matchers: '{c="d|e",f!~"g"}' },
      { name: 'h:i:j', matchers: '{k="l"}' },
    ]);
  });

  it('name only series of processes, rules or exporters', async () => {
    const known = new Set([
      ...Object.keys(METRICS).flatMap(seriesOf),
      ...recorded,
      ...FOREIGN,
      // It is told from the first collection of garbage on.
      ...[...(await processSeries()), 'nodejs_gc_duration_seconds_sum'],
    ]);
    expect([...new Set(selectors.map(({ name }) => name))].filter((name) => !known.has(name))).toEqual([]);
  });

  it('select by labels that the metric has', () => {
    const wrong = selectors.flatMap(({ name, matchers }) => {
      const metric = metricOf(name);
      const labels = [...matchers.matchAll(/([a-z_]+)(?:=~|!~|!=|=)"/g)].map(([, label]) => label);
      if (metric === undefined) return [];
      return labels
        .filter((label) => ![...METRICS[metric].labels, ...SCRAPE_LABELS].includes(label))
        .map((label) => `${name}: ${label}`);
    });
    expect(wrong).toEqual([]);
  });

  it('select by verdicts that there are', () => {
    const verdicts = selectors.flatMap(({ matchers }) =>
      [...matchers.matchAll(/verdict(?:=~|!~|!=|=)"([^"]*)"/g)].flatMap(([, names]) => names.split('|')),
    );
    expect(verdicts.length).toBeGreaterThan(5);
    expect(verdicts.filter((verdict) => !VERDICT_NAMES.includes(verdict))).toEqual([]);
  });
});

describe('scrapes', () => {
  const configs = ['prometheus.yml', 'prometheus-kubernetes.yml'].map((name) =>
    read(path.join(FOLDER, 'prometheus', name)),
  );

  it.each(FLEET)('there is a job of %s, which is missed when it is down', (service) => {
    expect(configs.filter((config) => config.includes(`- job_name: ${service}\n`))).toHaveLength(configs.length);
    expect(rules).toContain(`absent(up{job="${service}"} == 1)`);
  });

  it('ask the port that the images listen on', () => {
    const [, port] = /HEALTH_PORT=(\d+)/.exec(read(path.join(ROOT, 'infra', 'docker', 'Dockerfile')));
    const asked = [...configs[0].matchAll(/job_name: (\S+)\n[^]*?port: (\d+)/g)].filter(([, job]) => job !== 'node');
    expect(asked.length).toBe(FLEET.length);
    expect([...new Set(asked.map(([, , number]) => number))]).toEqual([port]);
  });
});

describe('the table of log fields', () => {
  it('says of each field what the code says, and of no other', () => {
    const [, logs = ''] = /^## Logs\n([^]*?)^## /m.exec(read(path.join(FOLDER, 'README.md'))) ?? [];
    const rows = [...logs.matchAll(/^\| `(\w+)` \| (\w+) \| (.+?) +\|$/gm)];
    const written = rows.map(([, name, kind, meaning]) => ({ name, kind, meaning }));
    const named = Object.entries({ ...LINE_FIELDS, ...LOG_FIELDS }).map(([name, field]) => ({ name, ...field }));
    expect(written).toEqual(named);
  });
});

describe('every alert', () => {
  it('fires in a test of promtool', () => {
    const tests = filesOf('prometheus/tests/*.test.yml').map(read).join('\n');
    const named = [...tests.matchAll(/alertname: (\S+)\n +exp_alerts:\n/g)].map(([, name]) => name);
    expect(alerts.filter((name) => !named.includes(name))).toEqual([]);
  });

  it('names a section of the runbooks', () => {
    const anchors = [...read(path.join(ROOT, 'docs', 'runbooks.md')).matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
      heading
        .toLowerCase()
        .replace(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    );
    const named = [...rules.matchAll(/runbook: docs\/runbooks\.md#(\S+)/g)].map(([, anchor]) => anchor);
    expect(named).toHaveLength((rules.match(/alert:/g) ?? []).length);
    expect(named.filter((anchor) => !anchors.includes(anchor))).toEqual([]);
  });
});

describe('dashboards', () => {
  it.each(dashboards.map(({ file, board }) => [path.basename(file), board]))(
    '%s has an id of its own and places for its panels',
    (file, board) => {
      expect(dashboards.filter((other) => other.board.uid === board.uid)).toHaveLength(1);
      const cells = board.panels.flatMap(({ gridPos: { x, y, w, h } }) =>
        Array.from({ length: w * h }, (_, index) => `${x + (index % w)},${y + Math.floor(index / w)}`),
      );
      expect(new Set(cells).size).toBe(cells.length);
      expect(board.panels.every(({ gridPos: { x, w } }) => x + w <= 24)).toBe(true);
    },
  );
});
