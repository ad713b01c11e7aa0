import { open } from 'node:fs/promises';
import type { Config } from '@quarry/config';
import { MAX_ADBLOCK_LIST_CHARS, readAdblockList, type AdRules, type FetcherOptions } from '@quarry/egress';
import { createModelClient, type ModelClient } from '@quarry/egress/model-client';
import type { Logger } from '@quarry/observability';

/** The model that is asked for fields; undefined where none is configured. */
export const modelClientOf = ({ model }: Config<'model'>): ModelClient | undefined => {
  const { aiBaseUrl: baseUrl, aiModel, aiApiKey: apiKey, aiTimeoutMs: timeoutMs } = model;
  if (baseUrl === undefined) return undefined;
  if (aiModel === undefined)
    throw new Error('AI_BASE_URL is set and AI_MODEL is not. Set AI_MODEL to a model served there.');
  return createModelClient({ baseUrl, model: aiModel, apiKey, timeoutMs });
};

/** At most as much of the file as is read of a list. */
const readStart = async (path: string): Promise<string> => {
  const file = await open(path).catch((error: NodeJS.ErrnoException) => {
    throw new Error(`The file of ADBLOCK_LIST cannot be read (${error.code ?? 'unknown'}).`);
  });
  try {
    const chunks: Buffer[] = [];
    for await (const chunk of file.createReadStream({ end: MAX_ADBLOCK_LIST_CHARS })) chunks.push(chunk as Buffer);
    return Buffer.concat(chunks).toString('utf8');
  } finally {
    await file.close();
  }
};

const readAdRules = async (path: string | undefined, log: Logger): Promise<AdRules | undefined> => {
  if (path === undefined) return undefined;
  const rules = readAdblockList(await readStart(path));
  const { taken, skipped, isCut } = rules;
  log.info('ad list', { taken, skipped, isCut });
  return rules;
};

const templates = (setting: { reveal(): string } | undefined): readonly string[] | undefined =>
  setting?.reveal().split(',');

/** What the operator has set of how targets are asked. */
export const fetcherSettings = async (
  { egress }: Config<'egress'>,
  log: Logger,
): Promise<Pick<FetcherOptions, 'adRules' | 'exits' | 'robots' | 'siteRequestsPerSecond'>> => ({
  adRules: await readAdRules(egress.adblockList, log),
  exits: {
    datacenter: templates(egress.proxyDatacenter),
    residential: templates(egress.proxyResidential),
    countries: egress.proxyCountries,
  },
  robots: egress.robots,
  siteRequestsPerSecond: egress.siteRequestsPerSecond,
});
