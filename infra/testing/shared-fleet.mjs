/** Starts what tests share: one fleet per kind of stores, and sites that stand in for engines and others. */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ROOT } from '../local/setup/setup.mjs';

/** Built by the setup; loaded when the first test asks. */
const loadTestkit = () => import('../../packages/testkit/dist/index.js');
const loadStore = () => import('../../packages/store/dist/index.js');

const ENGINES = ['enginea', 'engineb', 'enginec'];
const SITES = ['jobboard', 'localreviews', 'lodging', 'realtya', 'realtyb', 'retailer', 'storeplatform'];

const startOrigins = async ({ startEngineSite, startSite }, env) => {
  const corpusDir = env.QUARRY_CORPUS ?? path.resolve(ROOT, '../shared/corpus');
  const engines = ENGINES.map(async (engine) => {
    const { url, asked } = await startEngineSite({ engine, corpusDir });
    return [engine, { url, asked }];
  });
  const sites = SITES.map(async (name) => [name, await startSite(name)]);
  return Object.fromEntries(await Promise.all([...engines, ...sites]));
};

const settingsOf = (origins) => ({
  ...Object.fromEntries(Object.entries(origins).map(([name, { url }]) => [`ORIGIN_${name.toUpperCase()}`, url])),
  ORIGIN_ENGINEA_SCHOLAR: origins.enginea.url,
});

/** Starts a fleet on the stores of this name, with its origins: `{ facts, asked(origin), stop() }`. */
export const startSharedFleet = async ({ parts, env }) => {
  const { fleetParts, SHARED_NET, startFleet } = await loadTestkit();
  const chosen = fleetParts().find(({ name }) => name === parts);
  if (!chosen) throw new Error(`this machine has no servers for a fleet on ${parts}`);
  const origins = await startOrigins(await loadTestkit(), env);
  const folder = mkdtempSync(path.join(tmpdir(), 'quarry-shared-'));
  const [dataDir, outputFile] = [path.join(folder, 'data'), path.join(folder, 'runner.txt')];
  const settings = { ...(await chosen.prepare()), ...settingsOf(origins), EGRESS_ALLOW: SHARED_NET };
  const remove = () => rmSync(folder, { recursive: true, force: true });
  const fleet = await startFleet({ dataDir, outputFile, env: settings }).catch((error) => {
    remove();
    throw error;
  });
  const { baseUrl, filesUrl, gateways, runnerPid, cliEnv, apiKey } = fleet;
  const urls = Object.fromEntries(Object.entries(origins).map(([name, { url }]) => [name, url]));
  return {
    facts: { baseUrl, filesUrl, gateways, apiKey, dataDir, runnerPid, cliEnv, outputFile, origins: urls },
    asked: (origin) => origins[origin].asked,
    async stop() {
      await fleet.stop();
      remove();
    },
  };
};

/** Makes an account with a key in a fleet's store. */
export const makeAccount = async ({ cliEnv, credits, concurrency }) => {
  const { openStore } = await loadStore();
  const store = await openStore({ dataDir: cliEnv.QUARRY_DATA, mongodbUri: cliEnv.MONGODB_URI });
  try {
    const plan = { creditsPerPeriod: credits, periodDays: 30, renew: true };
    const { id: accountId } = await store.accounts.create({ name: `test-${randomUUID()}`, plan, concurrency });
    const { key, plainKey } = await store.keys.create({ accountId, name: 'test' });
    return { accountId, keyId: key.id, apiKey: plainKey };
  } finally {
    await store.close();
  }
};
