import type { PassFaultPoint, FaultPoint } from '@quarry/observability';
import { createLogger, createMetrics } from '@quarry/observability';
import { createTargetRule } from '@quarry/egress/target-rule';
import { openQueue } from '@quarry/queue';
import type { Store } from '@quarry/store';
import { PassThrough } from 'node:stream';
import { build } from '../src/build.js';
import { listen } from '../src/http/listen.js';
import { REFERENCE_FOLDERS, type GatewayFixture } from './gateway-fixture.js';

/** A gateway that can be left for dead at a fault point, and be woken there. */
export interface MortalGateway {
  readonly url: string;
  /** Resolves when the point was reached: from then on it does nothing, gives no sign and hears no reply. */
  readonly died: Promise<void>;
  /** It goes on as if nothing had been. */
  wake(): void;
  close(): Promise<void>;
}

/** Another gateway on the store, the files and the Redis of the fixture, which dies or is only held up at `point`. */
export const startMortalGateway = async (
  fixture: GatewayFixture,
  point: FaultPoint,
  fate: 'dies' | 'pauses' = 'dies',
): Promise<MortalGateway> => {
  const log = createLogger({ service: 'gateway', level: 'error', stream: new PassThrough().resume() });
  const metrics = createMetrics({ service: 'gateway' });
  const queue = openQueue({ redisUrl: fixture.redis.url, prefix: fixture.prefix, log, now: fixture.clock });
  const replies = await queue.listenForReplies();
  const died = Promise.withResolvers<void>();
  const woken = Promise.withResolvers<void>();
  let isDead = false;
  const faultPoint: PassFaultPoint = async (passed) => {
    if (passed !== point || isDead) return;
    isDead = true;
    if (fate === 'dies') await replies.close();
    died.resolve();
    await woken.promise;
  };
  const { idempotency } = fixture.store;
  const store: Store = {
    ...fixture.store,
    idempotency: {
      begin: (input) => idempotency.begin(input),
      renew: async (scope, id, leaseMs) => {
        if (isDead) await woken.promise;
        return idempotency.renew(scope, id, leaseMs);
      },
      takeOver: (scope, from, to) => idempotency.takeOver(scope, from, to),
      finish: (scope, id, answer) => idempotency.finish(scope, id, answer),
      forget: (scope, id) => idempotency.forget(scope, id),
      purge: (limit) => idempotency.purge(limit),
    },
    ping: () => fixture.store.ping(),
    close: async () => undefined,
  };
  const gateway = build({
    referenceFolders: REFERENCE_FOLDERS,
    ports: {
      ...{ store, files: fixture.files, producer: queue.jobs, replies },
      ...{ switches: queue.switches, hearing: queue.replies, leases: queue.leases, hints: queue.batchHints },
      outcomes: queue.outcomes,
    },
    targets: createTargetRule(),
    baseUrl: 'http://127.0.0.1:3000',
    filesUrl: 'http://127.0.0.1:3000/files',
    retentionMs: 86_400_000,
    maxQueueWaitMs: 60_000,
    freeBudgetCredits: 500,
    accountStoredBytes: 1_000_000,
    diskLowShare: 0,
    waitSliceMs: 200,
    ...{ log, metrics, faultPoint, clock: fixture.clock },
  });
  const server = await listen(gateway.app, { host: '127.0.0.1', port: 0 });
  return {
    url: `http://127.0.0.1:${server.port}`,
    died: died.promise,
    wake: () => woken.resolve(),
    close: async () => {
      woken.resolve();
      const served = server.close();
      await gateway.close();
      await served;
      await replies.close();
      await queue.close();
      metrics.close();
    },
  };
};
