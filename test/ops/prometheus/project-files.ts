import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { REPOSITORY_ROOT } from '@quarry/testkit';
import { parse, stringify } from 'yaml';

export const FOLDER = join(REPOSITORY_ROOT, 'infra/observability/prometheus');
const SECOND = '1s';

/** Alerts that a live fleet raises wait so many times shorter; `rules.test.ts` proves their own times. */
const HASTE = 5;
const HASTENED = new Set(['QuarryServiceDown', 'QuarryReplicaDown', 'QuarryBacklogOld', 'QuarryWorkStandsStill']);
/** Longest interval of recorded series. */
const MAX_INTERVAL = '5s';
const UNIT_S = { s: 1, m: 60, h: 3_600 };

interface Config {
  readonly scrape_configs: readonly { readonly job_name: string }[];
  readonly rule_files: readonly string[];
}

/**
 * The project's prometheus.yml for a fleet of this machine: the same jobs and rule files, each job with the given addresses
 * instead of a discovery, everything once a second. Jobs without addresses, which are other exporters', are left out.
 */
export const configOf = (targets: ReadonlyMap<string, readonly string[]>): string => {
  // safe because it is the project's own file
  const config = parse(readFileSync(join(FOLDER, 'prometheus.yml'), 'utf8')) as Config;
  const jobs = config.scrape_configs.map(({ job_name }) => job_name).filter((job) => targets.has(job));
  const missing = [...targets.keys()].filter((job) => !jobs.includes(job));
  if (missing.length > 0) throw new Error(`prometheus.yml has no job ${missing.join(', ')}`);
  return stringify({
    global: { scrape_interval: SECOND, evaluation_interval: SECOND },
    rule_files: config.rule_files,
    scrape_configs: jobs.map((job) => ({ job_name: job, static_configs: [{ targets: targets.get(job) }] })),
  });
};

interface Rule {
  readonly alert?: string;
  readonly expr: string;
  readonly for?: string;
}

interface RuleFile {
  readonly groups: readonly { readonly interval?: string; readonly rules: readonly Rule[] }[];
}

const hastenTime = (time: string): string =>
  time.replace(/^(\d+)([smh])$/, (_, count: string, unit: keyof typeof UNIT_S) => {
    const seconds = (Number(count) * UNIT_S[unit]) / HASTE;
    return `${seconds}s`;
  });

const hasten = (rule: Rule): Rule =>
  HASTENED.has(rule.alert ?? '')
    ? {
        ...rule,
        expr: rule.expr.replace(/(?<=\[)\d+[smh](?=\])/g, hastenTime),
        ...(rule.for === undefined ? {} : { for: hastenTime(rule.for) }),
      }
    : rule;

/** The project's rule files by name, hastened. */
export const rulesOf = (): Readonly<Record<string, string>> =>
  Object.fromEntries(
    readdirSync(join(FOLDER, 'rules')).map((name) => {
      // safe because it is the project's own file
      const { groups } = parse(readFileSync(join(FOLDER, 'rules', name), 'utf8')) as RuleFile;
      const hastened = groups.map(({ interval, rules, ...group }) => ({
        ...group,
        ...(interval === undefined ? {} : { interval: MAX_INTERVAL }),
        rules: rules.map(hasten),
      }));
      return [name, stringify({ groups: hastened })];
    }),
  );
