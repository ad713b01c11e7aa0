import { InvalidArgumentError, type Command } from 'commander';
import { trimUrl } from '@quarry/contracts';
import type { Environment } from '../environment.js';
import { PROFILE_NAME } from '../profiles/profile-file.js';

export interface FleetOptions {
  readonly baseUrl?: string;
  readonly apiKey?: string;
  readonly profile?: string;
}

/** A fleet and the API key for it. */
export interface Fleet {
  /** Without a trailing slash. */
  readonly baseUrl: string;
  readonly apiKey: string;
}

const MUST_BE_URL = 'Must be an absolute http or https URL.';
const MUST_BE_KEY = 'Must be a key as it was shown: printable characters without spaces.';

/** Without trailing slashes; undefined for what is no URL of a fleet. */
export const toBaseUrl = (text: string): string | undefined => {
  const value = trimUrl(text);
  return /^https?:\/\//i.test(value) && URL.canParse(value) ? value.replace(/\/+$/, '') : undefined;
};

/** What an HTTP header can carry; undefined for anything else. */
export const toApiKey = (text: string): string | undefined => {
  const value = text.trim();
  return /^[\x21-\x7e]{1,512}$/.test(value) ? value : undefined;
};

const readWith =
  (read: (text: string) => string | undefined, problem: string) =>
  (text: string): string => {
    const value = read(text);
    if (value === undefined) throw new InvalidArgumentError(problem);
    return value;
  };

const readProfileName = readWith(
  (text) => (PROFILE_NAME.test(text) ? text : undefined),
  'Must be 1 to 64 letters, digits, dots, _ or -.',
);

const SETTINGS: readonly (readonly [name: string, read: (text: string) => string | undefined, problem: string])[] = [
  ['QUARRY_URL', toBaseUrl, MUST_BE_URL],
  ['QUARRY_API_KEY', toApiKey, MUST_BE_KEY],
];

/** What is wrong with URL and key of the environment; empty if nothing is. */
export const environmentProblems = (env: Environment): readonly string[] =>
  SETTINGS.flatMap(([name, read, problem]) => {
    const text = env[name];
    return text && read(text) === undefined ? [`${name}: ${problem}`] : [];
  });

/** The options that name a deployment. */
export const addFleetOptions = (command: Command): Command =>
  command
    .option('--base-url <url>', 'base URL (default: QUARRY_URL, else of the profile)', readWith(toBaseUrl, MUST_BE_URL))
    .option(
      '--api-key <key>',
      'API key (default: QUARRY_API_KEY, else of the profile)',
      readWith(toApiKey, MUST_BE_KEY),
    )
    .option('--profile <name>', 'profile of quarry login (default: QUARRY_PROFILE, else default)', readProfileName);
