import { mkdir, readFile, stat } from 'node:fs/promises';
import { dirname, isAbsolute, join } from 'node:path';
import { z } from 'zod';
import type { Environment } from '../environment.js';
import { causeOf } from '../error-cause.js';
import { writeWhole } from '../output/write-whole.js';

export const DEFAULT_PROFILE = 'default';

/** Allowed characters of a profile's name. */
export const PROFILE_NAME = /^[A-Za-z0-9][\w.-]{0,63}$/;

const PRIVATE_FILE_MODE = 0o600;
const PRIVATE_FOLDER_MODE = 0o700;
const OTHERS_MODE = 0o077;

const profileSchema = z.object({ baseUrl: z.url({ protocol: /^https?$/ }), apiKey: z.string().min(1) });
const fileSchema = z.object({ profiles: z.record(z.string(), profileSchema) });

/** A deployment and the key for it. `baseUrl` has no trailing slash. */
export type Profile = z.infer<typeof profileSchema>;
export type Profiles = Readonly<Record<string, Profile>>;

/** `message` says what is wrong with the file and what to do. */
export class ProfileFileError extends Error {
  override readonly name = 'ProfileFileError';
}

/** Where profiles are kept, as the XDG base directories say; undefined without a home folder. */
export const profilePath = ({ XDG_CONFIG_HOME, HOME, USERPROFILE }: Environment): string | undefined => {
  const home = HOME || USERPROFILE;
  // A relative path is to be ignored, as the specification says.
  const config = XDG_CONFIG_HOME && isAbsolute(XDG_CONFIG_HOME) ? XDG_CONFIG_HOME : home && join(home, '.config');
  return config ? join(config, 'quarry', 'config.json') : undefined;
};

const isMissing = (error: unknown): boolean => ['ENOENT', 'ENOTDIR'].includes(causeOf(error));

/** No profiles if there is no file. Rejects with `ProfileFileError` if it cannot be read. */
export const readProfiles = async (env: Environment): Promise<Profiles> => {
  const path = profilePath(env);
  if (path === undefined) return {};
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if (isMissing(error)) return {};
    throw new ProfileFileError(`${path} cannot be read (${causeOf(error)}).`);
  }
  try {
    return fileSchema.parse(JSON.parse(text)).profiles;
  } catch {
    throw new ProfileFileError(`${path} is not a file of profiles. Correct it, or remove it and log in again.`);
  }
};

/** Replaces the file at once, readable by its owner alone. Rejects with `ProfileFileError`. */
export const writeProfiles = async (env: Environment, profiles: Profiles): Promise<string> => {
  const path = profilePath(env);
  if (path === undefined)
    throw new ProfileFileError('There is no home folder to keep the key in. Set XDG_CONFIG_HOME.');
  await mkdir(dirname(path), { recursive: true, mode: PRIVATE_FOLDER_MODE }).catch((error: unknown) => {
    throw new ProfileFileError(`${path} cannot be written (${causeOf(error)}).`);
  });
  const fault = await writeWhole(path, `${JSON.stringify({ profiles }, null, 2)}\n`, PRIVATE_FILE_MODE);
  if (fault !== undefined) throw new ProfileFileError(fault);
  return path;
};

/** The mode of a file that others can read, such as `644`; undefined if nobody else can, or there is none. */
export const looseModeOf = async (path: string): Promise<string | undefined> => {
  try {
    const { mode } = await stat(path);
    return (mode & OTHERS_MODE) === 0 ? undefined : (mode & 0o777).toString(8);
  } catch {
    return undefined;
  }
};
