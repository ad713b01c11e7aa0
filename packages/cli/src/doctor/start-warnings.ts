import { resolve } from 'node:path';
import { bucketOf, parseConfig, type Environment } from '@quarry/config';
import { checkDisk } from './check-disk.js';
import type { CheckResult } from './check.js';
import { checkSandbox } from './check-sandbox.js';

const roomFor = (env: Environment, dataDir: string): Promise<CheckResult | undefined> | undefined => {
  const parsed = parseConfig(['allowances', 'parts'], env);
  // A service reports its own settings, and files in a bucket need no space here.
  if (!parsed.ok || bucketOf(parsed.config.parts)) return undefined;
  return checkDisk(resolve(dataDir), parsed.config.allowances.diskLowShare);
};

/** Warnings before a fleet starts, one line each: Chromium's sandbox, the disk. */
export const startWarnings = async (env: Environment, dataDir: string): Promise<string[]> => {
  const results = await Promise.all([checkSandbox(), roomFor(env, dataDir)]);
  return results
    .filter((result) => result?.mark === 'warn')
    .map((result) => `${result?.name}: ${result?.finding}; ${result?.todo}`);
};
