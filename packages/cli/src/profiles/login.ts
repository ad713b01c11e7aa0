import type { CommandHost } from '../command-host.js';
import type { Environment } from '../environment.js';
import { EXIT_CODES } from '../exit-codes.js';
import { fetchData } from '../fleet/ask-fleet.js';
import { environmentProblems, toApiKey, toBaseUrl, type FleetOptions } from '../fleet/fleet-options.js';
import { fail, succeed, type Outcome } from '../outcome.js';
import { formatCredits } from '../output/table.js';
import { USAGE_PATH, usageSchema } from '../usage/account-usage.js';
import { DEFAULT_PROFILE, readProfiles, writeProfiles, type Profile } from './profile-file.js';

/** Maximum size of a key on standard input. */
export const MAX_KEY_BYTES = 4_096;
const CHECK_TIMEOUT_MS = 15_000;

export const profileNameOf = ({ profile }: FleetOptions, { QUARRY_PROFILE }: Environment): string =>
  profile ?? (QUARRY_PROFILE || DEFAULT_PROFILE);

/** The first line of standard input. */
const readKeyLine = async (input: AsyncIterable<Uint8Array>): Promise<string> => {
  const chunks: Uint8Array[] = [];
  let sizeBytes = 0;
  for await (const chunk of input) {
    chunks.push(chunk);
    sizeBytes += chunk.byteLength;
    if (sizeBytes > MAX_KEY_BYTES || chunk.includes(0x0a)) break;
  }
  return Buffer.concat(chunks).toString('utf8').split('\n', 1)[0] ?? '';
};

type Given = { readonly ok: true; readonly profile: Profile } | { readonly ok: false; readonly failure: Outcome };

const invalid = (message: string): Given => ({ ok: false, failure: fail(message, EXIT_CODES.invalid) });

/** URL and key from options, the environment and questions. The key alone may come from standard input. */
const readLogin = async (
  options: FleetOptions,
  { env, streams }: CommandHost,
  known: Profile | undefined,
): Promise<Given> => {
  const [problem] = environmentProblems(env);
  if (problem !== undefined) return invalid(problem);
  const { ask } = streams;
  let url = options.baseUrl ?? (env['QUARRY_URL'] || undefined);
  if (url === undefined && ask) {
    url = (await ask(known ? `Base URL [${known.baseUrl}]:` : 'Base URL:')) || known?.baseUrl;
  }
  url ??= known?.baseUrl;
  if (!url) return invalid('Which deployment? Set --base-url.');
  const baseUrl = toBaseUrl(url);
  if (baseUrl === undefined) return invalid('The base URL must be an absolute http or https URL.');
  const text =
    options.apiKey ??
    (ask ? await ask(`API key for ${baseUrl}:`, { isHidden: true }) : await readKeyLine(streams.input));
  const apiKey = toApiKey(text);
  if (apiKey === undefined) return invalid('No key was given. Enter it when asked, or pass it on standard input.');
  return { ok: true, profile: { baseUrl, apiKey } };
};

/** Stores URL and key as a profile, once the deployment has accepted the key. Rejects with `ProfileFileError`. */
export const logIn = async (options: FleetOptions, host: CommandHost): Promise<Outcome> => {
  const name = profileNameOf(options, host.env);
  const profiles = await readProfiles(host.env);
  const given = await readLogin(options, host, profiles[name]);
  if (!given.ok) return given.failure;
  const { profile } = given;
  const checked = await fetchData(profile, {
    method: 'GET',
    path: USAGE_PATH,
    schema: usageSchema,
    timeoutMs: CHECK_TIMEOUT_MS,
  });
  if (!checked.ok) return { ...checked.failure, err: `${checked.failure.err}Nothing was stored.\n` };
  const path = await writeProfiles(host.env, { ...profiles, [name]: profile });
  return succeed(
    '',
    `Logged in to ${profile.baseUrl}, ${formatCredits(checked.data.availableCredits)} left. Stored as profile ${name} in ${path}.`,
  );
};

/** Removes a profile, or all of them. That there is none is a success. Rejects with `ProfileFileError`. */
export const logOut = async (
  options: FleetOptions & { readonly all?: true },
  { env }: CommandHost,
): Promise<Outcome> => {
  const profiles = await readProfiles(env);
  const names = options.all ? Object.keys(profiles) : [profileNameOf(options, env)];
  const known = names.filter((name) => Object.hasOwn(profiles, name));
  if (known.length === 0)
    return succeed('', options.all ? 'There are no profiles.' : `There is no profile ${names[0]}.`);
  await writeProfiles(env, Object.fromEntries(Object.entries(profiles).filter(([name]) => !known.includes(name))));
  return succeed('', `Removed ${known.join(', ')}. The key itself stays valid; an operator can revoke it.`);
};
