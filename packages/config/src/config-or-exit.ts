import { parseConfig, type Environment } from './parse-config.js';
import type { Config } from './settings.js';
import { SERVICE_GROUPS, type Service, type ServiceConfig } from './service-groups.js';

export interface ConfigHost {
  readonly env: Environment;
  readonly stderr: { write(text: string): unknown };
  exit(code: number): never;
}

/** The settings of a service. If any is invalid, the process prints one line for each problem and exits. */
export const configOrExit = <S extends Service>(
  service: S,
  host: ConfigHost = process,
): ServiceConfig<S> & Config<'common'> => {
  const parsed = parseConfig<(typeof SERVICE_GROUPS)[S][number]>(SERVICE_GROUPS[service], host.env);
  if (parsed.ok) return parsed.config;
  host.stderr.write(`The configuration is not valid:\n${parsed.problems.map((line) => `  ${line}\n`).join('')}`);
  return host.exit(1);
};
