import { InvalidArgumentError, type Command } from 'commander';
import { trimUrl } from '@quarry/contracts';
import type { CliSettings } from '../command-host.js';
import { readDemoFile } from './demo-file.js';

export interface FleetOptions {
  readonly baseUrl?: string;
  readonly apiKey?: string;
}

/** A fleet and the API key for it. */
export interface Fleet {
  /** Without a trailing slash. */
  readonly baseUrl: string;
  readonly apiKey: string;
}

const readBaseUrl = (text: string): string => {
  const value = trimUrl(text);
  if (!/^https?:\/\//i.test(value) || !URL.canParse(value)) {
    throw new InvalidArgumentError('Must be an absolute http or https URL.');
  }
  return value.replace(/\/+$/, '');
};

export const addFleetOptions = (command: Command): Command =>
  command
    .option('--base-url <url>', 'base URL of the fleet (default: QUARRY_URL, else the local fleet)', readBaseUrl)
    .option('--api-key <key>', 'API key (default: QUARRY_API_KEY, else the demo key)');

/** The fleet from options and settings, or the local one; or a message about what is missing. */
export const findFleet = async (
  options: FleetOptions,
  { dataDir, client }: CliSettings,
): Promise<{ readonly ok: true; readonly fleet: Fleet } | { readonly ok: false; readonly message: string }> => {
  const given = { baseUrl: options.baseUrl ?? client.url, apiKey: options.apiKey ?? client.apiKey?.reveal() };
  const demo = await readDemoFile(dataDir);
  // The demo key is sent to the local fleet only.
  const isLocal = given.baseUrl === undefined || given.baseUrl === demo?.baseUrl;
  const baseUrl = given.baseUrl ?? demo?.baseUrl;
  const apiKey = given.apiKey ?? (isLocal ? demo?.apiKey : undefined);
  if (!baseUrl) {
    const message = 'No fleet is running here. Start one with npm start, or set QUARRY_URL and QUARRY_API_KEY.';
    return { ok: false, message };
  }
  if (!apiKey) return { ok: false, message: `No API key for ${baseUrl}. Set QUARRY_API_KEY or --api-key.` };
  return { ok: true, fleet: { baseUrl, apiKey } };
};
