import type { AddressInfo, Socket } from 'node:net';
import { createBrowserIdentity } from '../../src/identity/browser-identity.js';
import { createGuardedLookup, type Resolver } from '../../src/target/guarded-lookup.js';
import { createDialler } from '../../src/exits/dial-target.js';
import type { Exit } from '../../src/exits/exit.js';
import { createExitPools } from '../../src/exits/exit-pools.js';
import { createHopClient } from '../../src/http/http-hop.js';
import { createHttpTier } from '../../src/http/http-tier.js';
import { createSocksServer } from '../scene/socks-server.js';
import { createTargetRule } from '../../src/target/target-rule.js';
import { startTimeBudget } from '../../src/fetch/time-budget.js';
import { createWebhookSender } from '../../src/webhook-sender.js';
import { openCanary, ownAddresses, type Canary } from './canary.js';

/** Everything: what an operator may allow at most. The control of each way. */
export const OPEN: readonly string[] = ['0.0.0.0/0', '::/0'];
const TIME_MS = 5_000;
const MAX_BODY_BYTES = 100_000;

/** Names of this machine lead inward, as they would by its own files. */
export const toOwn: Resolver = async () => [{ address: '127.0.0.1', family: 4 }];

/** A name that leads inward fails as one that does not exist. */
const isRefused = ({ verdict, reason }: { readonly verdict: string; readonly reason: string }): boolean =>
  verdict === 'forbidden' || (verdict === 'dns_error' && reason === 'ENOTFOUND');

/** How a client ended: `refused`, or anything else in words. */
export type Visit = (url: string, way: VisitOptions) => Promise<string>;

export interface VisitOptions {
  readonly allow?: readonly string[];
  readonly resolver?: Resolver;
}

const visitBy = async (url: string, { allow = [], resolver = toOwn }: VisitOptions, exit?: Exit): Promise<string> => {
  const rule = createTargetRule({ allow });
  // The fetcher judges before it parses.
  const judgement = rule.judgeUrl(url);
  if (!judgement.isAllowed) return 'refused';
  const lookup = createGuardedLookup({ rule, resolver });
  const client = createHopClient({ lookup, dialler: createDialler({ rule, lookup }) });
  const tier = createHttpTier({ rule, client, identity: createBrowserIdentity(140), maxBodyBytes: MAX_BODY_BYTES });
  const deadlineAtMs = Date.now() + TIME_MS * 2;
  const budget = startTimeBudget({ signal: new AbortController().signal, deadlineAtMs, pageTimeoutMs: TIME_MS });
  try {
    const request = { url, tier: 'http', purpose: 'page', deadlineAtMs, ...(exit ? { exit } : {}) } as const;
    const result = await tier.fetch(request, budget);
    if (result.isAnswered) return `answered ${result.page.statusCode}`;
    return isRefused(result) ? 'refused' : `${result.verdict} ${result.reason}`;
  } finally {
    budget.end();
    client.close();
  }
};

/** One plain HTTP fetch as the tier does it, redirects and all. */
export const visitByHttp: Visit = (url, way) => visitBy(url, way);

/** The same through a proxy on this machine that dials whatever it is told, and resolves every name inward. */
export const visitThroughProxy: Visit = async (url, way) => {
  const { server } = createSocksServer();
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => sockets.add(socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const exit = createExitPools({ settings: { datacenter: [`socks5h://127.0.0.1:${port}`] } }).choose({ site: '' });
  try {
    return await visitBy(url, way, exit);
  } finally {
    server.close();
    for (const socket of sockets) socket.destroy();
  }
};

/** One webhook. */
export const visitByWebhook: Visit = async (url, { allow = [], resolver = toOwn }) => {
  const sender = createWebhookSender({ rule: createTargetRule({ allow }), resolver });
  const send = sender.send({ url, body: 'x', headers: {}, timeoutMs: TIME_MS }, new AbortController().signal);
  const result = await send;
  sender.close();
  if (result.outcome === 'delivered') return `answered ${result.statusCode}`;
  return result.outcome === 'refused' || result.reason === 'ENOTFOUND' ? 'refused' : `failed ${result.reason}`;
};

/** A site on one loopback address, and canaries on the same port of every other one. */
export const openCanaryBeside = (address: string, port: number): Promise<Canary> =>
  openCanary({ port, addresses: ownAddresses().filter((one) => one !== address) });
