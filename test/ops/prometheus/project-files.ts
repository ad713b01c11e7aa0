import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { REPOSITORY_ROOT } from '@quarry/testkit';
import { parse, stringify } from 'yaml';

export const FOLDER = join(REPOSITORY_ROOT, 'infra/observability/prometheus');
const SECOND = '1s';

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

/** The project's rule files by name. */
export const rulesOf = (): Readonly<Record<string, string>> =>
  Object.fromEntries(
    readdirSync(join(FOLDER, 'rules')).map((name) => [name, readFileSync(join(FOLDER, 'rules', name), 'utf8')]),
  );
