import { mkdir } from 'node:fs/promises';
import { env, stderr, stdout } from 'node:process';
import { openStore } from '@quarry/store';
import { parseConfig } from '@quarry/config';
import { seedDemoAccount } from './demo/demo-account.js';
import { fail, succeed, type Outcome } from './outcome.js';

const seed = async (): Promise<Outcome> => {
  const parsed = parseConfig(['common', 'parts'], env);
  if (!parsed.ok) return fail(parsed.problems.join('\n'));
  const { common, parts } = parsed.config;
  const { dataDir, secret } = common;
  if (!secret) return fail('Set QUARRY_SECRET: the demo key is made from it.');
  await mkdir(dataDir, { recursive: true });
  const store = await openStore({ dataDir, mongodbUri: parts.mongodbUri?.reveal() });
  try {
    const apiKey = await seedDemoAccount(store, secret.reveal());
    return apiKey ? succeed(JSON.stringify({ apiKey })) : fail('Every demo key is revoked. Set another QUARRY_SECRET.');
  } finally {
    await store.close();
  }
};

const outcome = await seed();
stdout.write(outcome.out);
stderr.write(outcome.err);
process.exitCode = outcome.exitCode;
