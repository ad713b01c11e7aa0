import { createBrowserIdentity } from '../../src/identity/browser-identity.js';
import { createGuardedLookup, type Resolver } from '../../src/target/guarded-lookup.js';
import { createHopClient } from '../../src/http/http-hop.js';
import { createHttpTier } from '../../src/http/http-tier.js';
import type { FetchRequest } from '../../src/port.js';
import type { RawPage, TierResult } from '../../src/fetch/raw-page.js';
import { createTargetRule } from '../../src/target/target-rule.js';
import { startTimeBudget } from '../../src/fetch/time-budget.js';
import { createLoopbackScene } from './loopback-scene.js';

export const MAX_BODY = 1_000_000;

export interface TryOptions extends Partial<Pick<FetchRequest, 'method' | 'body' | 'device' | 'session'>> {
  readonly url: string;
  /** Loopback ports that may be fetched; by default the URL's own. */
  readonly allow?: readonly number[];
  readonly headers?: Record<string, string>;
  readonly resolver?: Resolver;
  readonly certificateAuthorities?: readonly string[];
  readonly pageTimeoutMs?: number;
  readonly deadlineInMs?: number;
  readonly signal?: AbortSignal;
}

export const toLoopback: Resolver = async () => [{ address: '127.0.0.1', family: 4 }];

export const pageOf = (result: TierResult): RawPage => {
  if (!result.isAnswered) throw new Error(`No answer: ${result.verdict} ${result.reason}`);
  return result.page;
};
export const textOf = (result: TierResult) => Buffer.from(pageOf(result).body).toString();
export const failureOf = (result: TierResult) =>
  result.isAnswered ? 'answered' : `${result.verdict}/${result.reason}`;

/** The HTTP tier against loopback servers. */
export const createHttpTierScene = () => {
  const scene = createLoopbackScene();

  const run = async (options: TryOptions): Promise<TierResult & { stopped: string | undefined }> => {
    const {
      url,
      allow = [Number(new URL(url).port)],
      headers = {},
      resolver,
      certificateAuthorities,
      ...rest
    } = options;
    const { method = 'GET', body, device = 'desktop', session } = rest;
    const rule = createTargetRule({ allow: allow.map((port) => `127.0.0.1:${port}`) });
    const client = createHopClient({ lookup: createGuardedLookup({ rule, resolver }), certificateAuthorities });
    scene.onClose(() => client.close());
    const tier = createHttpTier({ rule, client, identity: createBrowserIdentity(140), maxBodyBytes: MAX_BODY });
    const deadlineAtMs = Date.now() + (options.deadlineInMs ?? 20_000);
    const signal = options.signal ?? new AbortController().signal;
    const budget = startTimeBudget({ signal, deadlineAtMs, pageTimeoutMs: options.pageTimeoutMs ?? 10_000 });
    const asked = { method, ...(body === undefined ? {} : { body }), device, session };
    const result = await tier.fetch({ url, tier: 'http', purpose: 'page', headers, deadlineAtMs, ...asked }, budget);
    budget.end();
    return { ...result, stopped: budget.stopReason() };
  };

  return { ...scene, run };
};
