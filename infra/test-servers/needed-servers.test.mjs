import path from 'node:path';
import { expect, it } from '@jest/globals';
import { ROOT } from '../local/setup/setup.mjs';
import { neededServers } from './needed-servers.mjs';

it.each([
  ['packages/tokens/src/token-seals.test.ts', []],
  ['test/fleet/sites.test.ts', []],
  ['test/fleet/scrape.test.ts', ['mongo', 's3']],
  // By what they import.
  ['test/chaos/chaos.test.ts', ['mongo', 's3']],
  ['packages/files/src/s3/faults.int.test.ts', ['s3']],
  ['packages/egress/src/exits/exit-ways.int.test.ts', ['proxy']],
  ['test/ops/prometheus/rules.test.ts', ['prometheus']],
])('%s needs %j', (file, servers) => {
  expect([...neededServers([path.join(ROOT, file)])].sort()).toEqual(servers);
});
