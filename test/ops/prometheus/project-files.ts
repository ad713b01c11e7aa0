import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { REPOSITORY_ROOT } from '@quarry/testkit';
import { parse, stringify } from 'yaml';

export const FOLDER = join(REPOSITORY_ROOT, 'infra/observability/prometheus');
/** The short form divides every `for:` by this. */
export const SHORTENED_BY = 20;
const SECOND = '1s';
const UNIT_SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600 };

interface Config {
  readonly scrape_configs: readonly { readonly job_name: string }[];
  readonly rule_files: readonly string[];
}

interface RuleFile {
  readonly groups: readonly { interval?: string; readonly rules: readonly { for?: string }[] }[];
}

export const secondsOf = (duration: string): number => {
  const [, count, unit = ''] = /^(\d+)([smh])$/.exec(duration) ?? [];
  const seconds = UNIT_SECONDS[unit];
  if (count === undefined || seconds === undefined) throw new Error(`no duration: ${duration}`);
  return Number(count) * seconds;
};

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

const shortened = (text: string): string => {
  const file = parse(text) as RuleFile;
  for (const group of file.groups) {
    if (group.interval !== undefined) group.interval = SECOND;
    for (const rule of group.rules) {
      if (rule.for !== undefined) rule.for = `${Math.ceil(secondsOf(rule.for) / SHORTENED_BY)}s`;
    }
  }
  return stringify(file);
};

/**
 * The project's rule files by name. The short form waits less: groups are evaluated each second, and what an alert's condition
 * must last is divided by `SHORTENED_BY`. Expressions, and the ranges in them, are never touched.
 */
export const rulesOf = (form: 'short' | 'long'): Readonly<Record<string, string>> =>
  Object.fromEntries(
    readdirSync(join(FOLDER, 'rules')).map((name) => {
      const text = readFileSync(join(FOLDER, 'rules', name), 'utf8');
      return [name, form === 'short' ? shortened(text) : text];
    }),
  );
