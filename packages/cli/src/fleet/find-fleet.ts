import type { Environment } from '../environment.js';
import { EXIT_CODES, type ExitCode } from '../exit-codes.js';
import { fail, type Outcome } from '../outcome.js';
import {
  DEFAULT_PROFILE,
  ProfileFileError,
  readProfiles,
  type Profile,
  type Profiles,
} from '../profiles/profile-file.js';
import { environmentProblems, toApiKey, toBaseUrl, type Fleet, type FleetOptions } from './fleet-options.js';

/** A deployment with where its URL and key came from, or why there is none. */
export type FoundFleet =
  | {
      readonly ok: true;
      readonly fleet: Fleet;
      /** Such as `QUARRY_URL` or `profile staging`. */
      readonly urlSource: string;
      readonly keySource: string;
    }
  | { readonly ok: false; readonly message: string; readonly exitCode: ExitCode };

/** A key is sent to the URL that it belongs to, and to no other. */
interface Place extends Partial<Fleet> {
  readonly source: string;
}

export interface FleetSources {
  readonly env: Environment;
  /** The fleet that runs on this machine. */
  readonly local: Fleet | null;
  /** What to do when no deployment is known. */
  readonly advice: string;
  /** Printed commands begin with it. */
  readonly command: string;
}

const refuse = (message: string, exitCode: ExitCode): FoundFleet => ({ ok: false, message, exitCode });

const unknownProfile = (name: string, profiles: Profiles, command: string): FoundFleet => {
  const known = Object.keys(profiles);
  const list = known.length === 0 ? 'There are none.' : `Known: ${known.join(', ')}.`;
  return refuse(`No profile ${name}. ${list} Create it with: ${command} login --profile ${name}`, EXIT_CODES.invalid);
};

const placeOf = (name: string, profile: Profile | undefined): Place[] =>
  profile === undefined ? [] : [{ ...profile, source: `profile ${name}` }];

/** From the strongest: flags, a profile that a flag names, environment, a profile. */
const placesOf = (options: FleetOptions, { env, local }: FleetSources, profiles: Profiles): readonly Place[] => {
  const named = options.profile ?? (env['QUARRY_PROFILE'] || undefined);
  const name = named ?? DEFAULT_PROFILE;
  const profile = placeOf(name, profiles[name]);
  const url = env['QUARRY_URL'] ? toBaseUrl(env['QUARRY_URL']) : undefined;
  const key = env['QUARRY_API_KEY'] ? toApiKey(env['QUARRY_API_KEY']) : undefined;
  const environment: Place[] = [
    { ...(url === undefined ? {} : { baseUrl: url }), source: 'QUARRY_URL' },
    { ...(key === undefined ? {} : { apiKey: key }), source: 'QUARRY_API_KEY' },
  ];
  const here: Place[] = local === null ? [] : [{ ...local, source: 'the local fleet' }];
  if (options.profile !== undefined) return [...profile, ...environment];
  // Someone who works on a local fleet and has a profile of another one means the local fleet, unless the profile is named.
  return named === undefined ? [...environment, ...here, ...profile] : [...environment, ...profile, ...here];
};

const isFree = ({ baseUrl }: Place, chosen: string): boolean => baseUrl === undefined || baseUrl === chosen;

/** The deployment and its key. Never rejects. */
export const findFleet = async (options: FleetOptions, sources: FleetSources): Promise<FoundFleet> => {
  const [problem] = environmentProblems(sources.env);
  if (problem !== undefined) return refuse(problem, EXIT_CODES.invalid);
  let profiles: Profiles;
  try {
    profiles = await readProfiles(sources.env);
  } catch (error) {
    if (error instanceof ProfileFileError) return refuse(error.message, EXIT_CODES.invalid);
    throw error;
  }
  const named = options.profile ?? (sources.env['QUARRY_PROFILE'] || undefined);
  if (named !== undefined && !Object.hasOwn(profiles, named)) return unknownProfile(named, profiles, sources.command);
  const flags: Place[] = [
    { ...(options.baseUrl === undefined ? {} : { baseUrl: options.baseUrl }), source: '--base-url' },
    { ...(options.apiKey === undefined ? {} : { apiKey: options.apiKey }), source: '--api-key' },
  ];
  const places = [...flags, ...placesOf(options, sources, profiles)];
  const ofUrl = places.find(({ baseUrl }) => baseUrl !== undefined);
  if (ofUrl?.baseUrl === undefined) return refuse(sources.advice, EXIT_CODES.invalid);
  const { baseUrl } = ofUrl;
  const ofKey = places.find((place) => place.apiKey !== undefined && isFree(place, baseUrl));
  if (ofKey?.apiKey === undefined) {
    return refuse(
      `No API key for ${baseUrl}. Set QUARRY_API_KEY or --api-key, or log in with: ${sources.command} login`,
      EXIT_CODES.auth,
    );
  }
  return { ok: true, fleet: { baseUrl, apiKey: ofKey.apiKey }, urlSource: ofUrl.source, keySource: ofKey.source };
};

export const failToFind = ({ message, exitCode }: FoundFleet & { ok: false }): Outcome => fail(message, exitCode);
