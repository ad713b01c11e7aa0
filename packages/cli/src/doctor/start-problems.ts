import { parseConfig, SERVICE_GROUPS, type Environment, type SettingGroup } from '@quarry/config';

/** The runner gives each process its own ports, and judges those of the user itself. */
const RUNNER_SETTINGS = ['PORT', 'HEALTH_PORT', 'CONSOLE_PORT'];

/** What is wrong with the settings of all services together, one line each. */
export const startProblems = (env: Environment): string[] => {
  const groups: readonly SettingGroup[] = [
    ...new Set<SettingGroup>([...Object.values(SERVICE_GROUPS).flat(), 'local']),
  ];
  const given = Object.entries(env).filter(([name]) => !RUNNER_SETTINGS.includes(name));
  const parsed = parseConfig(groups, Object.fromEntries(given));
  return parsed.ok ? [] : [...new Set(parsed.problems)];
};
