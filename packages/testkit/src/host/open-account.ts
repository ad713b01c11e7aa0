import type { DemoAccess, RunningFleet } from '../fleet/start-fleet.js';
import { rememberAccount } from '../fleet/fleet-logs.js';
import { askHost } from './ask-host.js';

export interface AccountOptions {
  readonly credits?: number;
  /** Requests at once. */
  readonly concurrency?: number;
}

export interface AccountAccess extends DemoAccess {
  readonly accountId: string;
  readonly keyId: string;
}

/** Makes an account with a key in a fleet's store; default credits are those of the demo account. */
export const openAccount = async (
  { baseUrl, filesUrl, cliEnv, dataDir }: Pick<RunningFleet, 'baseUrl' | 'filesUrl' | 'cliEnv' | 'dataDir'>,
  { credits = 1_000_000, concurrency = 64 }: AccountOptions = {},
): Promise<AccountAccess> => {
  const account = await askHost<Omit<AccountAccess, keyof DemoAccess> & { apiKey: string }>('/account', {
    cliEnv,
    credits,
    concurrency,
  });
  rememberAccount(dataDir, account.accountId);
  return { baseUrl, filesUrl, ...account };
};
