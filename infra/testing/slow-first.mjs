import { statSync } from 'node:fs';

/**
 * The slowest test files, slowest first: started late, one of them would run alone while the other worker is idle. jest itself
 * only knows the times of earlier runs on the same machine.
 */
const SLOW = [
  'chaos/chaos',
  'console/walk',
  'contributing.int',
  'batch/chaos-batch',
  'mongo-crash-points',
  'browser-tier.int',
  'leading-steps.int',
  'scenario.int',
  'hostile-pages.int',
  'mongo-batch-crash-points',
  'open-sqlite-store',
  'operator.int',
  'fleet/faults',
  'gateway/src/faults.int',
  'ops/backup-restore',
  'all-options',
  'take-screenshot.int',
  'failing-start-secrets',
  // Consecutive, because these share a fleet that ends when no file uses it any more.
  'api-contract',
  'hostile-traffic',
  'fleet/serp',
  'fleet/sites',
  'test/ssrf',
  'fleet/scrape',
  'fleet/soak',
  'response-headers',
  'fleet/webhooks',
  'whole-page',
  'exit-ways.int',
  'large-files.int',
  'ssrf/browser',
  'queue/src/outage.int',
  'fanout.int',
  'open-mongo-store',
  'ops/',
  'fleet/',
  'chaos/',
];

const rankOf = ({ path }) => {
  const rank = SLOW.findIndex((part) => path.includes(part));
  return rank === -1 ? SLOW.length : rank;
};
const sizeOf = ({ path }) => statSync(path).size;

/** jest's test sequencer: the slow ones first, then the large ones. */
export default class SlowFirst {
  sort(tests) {
    const keyed = [...tests].map((test) => ({ test, rank: rankOf(test), size: sizeOf(test) }));
    return keyed.sort((one, other) => one.rank - other.rank || other.size - one.size).map(({ test }) => test);
  }

  shard(tests) {
    return tests;
  }

  allFailedTests() {
    return [];
  }

  cacheResults() {}
}
