import { closestNameAmong } from '@quarry/contracts';
import { bucketProblems } from './bucket-settings.js';
import { SETTING_GROUPS, settingsOf, type Config, type Setting, type SettingGroup } from './settings.js';

/** Only Quarry's variables have these prefixes, so an unknown one is a typing error. */
const OWN_PREFIXES = ['ORIGIN_', 'QUARRY_'];
/** Read by quarry-mcp, which may share the environment of a fleet. */
const MCP_PREFIX = 'QUARRY_MCP_';
const MAX_SHOWN_LENGTH = 80;

export type Environment = Readonly<Record<string, string | undefined>>;

export type ParsedConfig<G extends SettingGroup> =
  | { readonly ok: true; readonly config: Config<G> }
  /** All problems at once, one readable line each. */
  | { readonly ok: false; readonly problems: string[] };

const unknownNames = (env: Environment): string[] => {
  const known = SETTING_GROUPS.flatMap((group) => settingsOf(group).map(([, setting]) => setting.name));
  const isOurs = (name: string): boolean =>
    !name.startsWith(MCP_PREFIX) && OWN_PREFIXES.some((prefix) => name.startsWith(prefix));
  const find = closestNameAmong(known);
  return Object.keys(env)
    .filter((name) => env[name] !== undefined && isOurs(name) && !known.includes(name))
    .sort()
    .map((name) => {
      const nearest = find(name);
      return `${name} is not a setting; ${nearest === undefined ? 'see .env.example' : `write ${nearest}`} or remove it`;
    });
};

/** The invalid value, shortened and without passwords. */
const shown = (setting: Setting, input: unknown): string => {
  if (setting.isSecret) return 'is not valid';
  const said = String(input).replace(/\/\/[^@/]*@/, '//***@');
  return `is "${said.length > MAX_SHOWN_LENGTH ? `${said.slice(0, MAX_SHOWN_LENGTH)}...` : said}"`;
};

/** Replaces `{NAME}` by the value of the named setting. */
const fillFallback = (fallback: string, texts: ReadonlyMap<string, string>): string =>
  fallback.replace(/\{([A-Z_]+)\}/g, (_, name: string) => texts.get(name) ?? '');

const readGroup = (group: SettingGroup, env: Environment, problems: string[]): Record<string, unknown> => {
  const values: Record<string, unknown> = {};
  const texts = new Map<string, string>();
  for (const [key, setting] of settingsOf(group)) {
    const given = env[setting.name]?.trim() || undefined;
    const raw = given ?? (setting.fallback === undefined ? undefined : fillFallback(setting.fallback, texts));
    if (raw === undefined) {
      values[key] = undefined;
      continue;
    }
    const parsed = setting.kind.schema.safeParse(raw, { reportInput: true });
    if (parsed.success) {
      values[key] = parsed.data;
      texts.set(setting.name, typeof parsed.data === 'string' ? parsed.data : raw);
    } else if (given !== undefined) {
      // A default that is built from an invalid value is not reported itself.
      const input = parsed.error.issues[0]?.input ?? raw;
      problems.push(`${setting.name} ${shown(setting, input)}; write ${setting.kind.expects}`);
    }
  }
  return values;
};

/**
 * Reads the settings of some groups from an environment. An empty variable counts as unset. Unknown variables with one
 * of our prefixes are problems too, whatever the groups.
 */
export const parseConfig = <G extends SettingGroup>(groups: readonly G[], env: Environment): ParsedConfig<G> => {
  const problems: string[] = [];
  const config = Object.fromEntries(groups.map((group) => [group, readGroup(group, env, problems)]));
  problems.push(...unknownNames(env));
  // safe because every setting of every group was read by its own schema
  const parts = (config as Partial<Config<'parts'>>).parts;
  if (problems.length === 0 && parts !== undefined) problems.push(...bucketProblems(parts));
  // safe for the same reason
  return problems.length > 0 ? { ok: false, problems } : { ok: true, config: config as Config<G> };
};
