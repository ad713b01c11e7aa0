/**
 * Where the suites of each proof are: the long forms of what `npm test` runs in short. `folders` are looked through for
 * suites, `files` are those of them that are run (default: all), `env` is told to the tests beside their size, `programs` are
 * on the PATH.
 */
export const PROOFS = {
  money: { folders: ['packages/store/src/money', 'services/gateway/src/settlement'] },
  chaos: { folders: ['test/chaos'] },
  ssrf: { folders: ['packages/egress/src/ssrf', 'test/ssrf'] },
  fuzz: { folders: ['test/fuzz'] },
  leak: { folders: ['test/leak'] },
  batch: { folders: ['test/batch'] },
  compose: { folders: ['test/fleet'], env: { TEST_PARTS: 'compose' } },
  replicas: { folders: ['test/fleet'], files: ['test/fleet/replicas.test.ts'] },
  ops: { folders: ['test/ops/prometheus', 'bench/src/simulation'], programs: ['kubectl'] },
};
