import { parseConfig, type Environment } from './parse-config.js';
import type { Config, SettingGroup } from './settings.js';

export interface ConfigHost {
  readonly env: Environment;
  readonly stderr: { write(text: string): unknown };
  exit(code: number): never;
}

/** The settings that a service starts with; the process ends with one line for each problem when one is not valid. */
export const configOrExit = <G extends SettingGroup>(groups: readonly G[], host: ConfigHost = process): Config<G> => {
  const parsed = parseConfig(groups, host.env);
  if (parsed.ok) return parsed.config;
  host.stderr.write(`The configuration is not valid:\n${parsed.problems.map((line) => `  ${line}\n`).join('')}`);
  return host.exit(1);
};
