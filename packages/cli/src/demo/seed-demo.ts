import { mkdir } from 'node:fs/promises';
import { parseConfig, type Environment } from '@quarry/config';
import { openStore } from '@quarry/store';
import { fail, succeed, type Outcome } from '../outcome.js';
import { seedDemoAccount } from './demo-account.js';
import { seedDemoUser } from './demo-user.js';

/**
 * Ensures the demo account exists in the configured store, and prints its key. `withLink`: also its user, with a link to the
 * console that signs in once.
 */
export const seedDemo = async (env: Environment, { withLink = false } = {}): Promise<Outcome> => {
  const parsed = parseConfig(['common', 'parts', 'console'], env);
  if (!parsed.ok) return fail(parsed.problems.join('\n'));
  const { common, parts, console: ofConsole } = parsed.config;
  const { dataDir, secret } = common;
  if (!secret) return fail('Set QUARRY_SECRET: the demo key is derived from it.');
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const store = await openStore({ dataDir, mongodbUri: parts.mongodbUri?.reveal() });
  try {
    const apiKey = await seedDemoAccount(store, secret.reveal());
    if (!apiKey) return fail('Every demo key is revoked. Set another QUARRY_SECRET.');
    const signInUrl = withLink ? await seedDemoUser(store, ofConsole.url) : undefined;
    return succeed(JSON.stringify({ apiKey, signInUrl }));
  } finally {
    await store.close();
  }
};
