/** The layers of docs/architecture.md as rules: imports point down, and each foreign package has one owner. */
const own = (name) => `^(packages|services)/${name}/`;
const only = (dependency, owners) => ({
  name: `only-owner-imports-${dependency.replaceAll('/', '-')}`,
  severity: 'error',
  from: { path: '^(packages|services)/', pathNot: owners.map(own).join('|') },
  to: { path: `node_modules/${dependency}(/|$)` },
});
/** Tests, and what only they use. */
const TESTS = '\\.test\\.ts$|^packages/egress/src/ssrf/|^packages/store/src/money/';
const allow = (from, to) => ({
  name: `layer-${from}`,
  severity: 'error',
  from: { path: own(from), pathNot: TESTS },
  to: { path: '^(packages|services)/', pathNot: [from, ...to].map(own).join('|') },
});

module.exports = {
  forbidden: [
    // A package that is not among its importer's dependencies; else no rule below would see where it leads.
    { name: 'no-unresolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
    { name: 'no-circular', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'nothing-ships-testkit',
      severity: 'error',
      from: { pathNot: `${TESTS}|^packages/testkit/|^bench/` },
      to: { path: own('testkit') },
    },
    {
      name: 'no-service-imports-another',
      severity: 'error',
      from: { path: '^services/([^/]+)/' },
      to: { path: '^services/', pathNot: '^services/$1/' },
    },
    {
      name: 'no-package-imports-a-service',
      severity: 'error',
      from: { path: '^packages/', pathNot: '\\.test\\.ts$' },
      to: { path: '^services/' },
    },
    allow('contracts', []),
    allow('config', []),
    allow('extract', ['contracts']),
    allow('observability', ['contracts']),
    allow('egress', ['contracts', 'extract', 'observability']),
    allow('store', ['contracts', 'observability']),
    allow('files', ['contracts', 'observability']),
    allow('queue', ['contracts', 'observability']),
    allow('webhooks', []),
    allow('tokens', []),
    allow('worker-runtime', ['config', 'contracts', 'extract', 'observability', 'queue', 'store', 'files', 'egress']),
    allow('cli', ['config', 'contracts', 'extract', 'store', 'files', 'observability', 'webhooks']),
    allow('gateway', [
      'config',
      'contracts',
      'egress',
      'observability',
      'queue',
      'store',
      'files',
      'tokens',
      'webhooks',
    ]),
    allow('batch-fanout', ['config', 'contracts', 'egress', 'observability', 'queue', 'store', 'webhooks']),
    allow('browser-scrape', [
      'config',
      'contracts',
      'extract',
      'observability',
      'queue',
      'store',
      'files',
      'egress',
      'worker-runtime',
    ]),
    allow('serp', ['config', 'contracts', 'extract', 'observability', 'egress', 'tokens', 'worker-runtime']),
    allow('sites', ['config', 'contracts', 'extract', 'observability', 'egress', 'worker-runtime']),
    only('mongoose', ['store']),
    only('better-sqlite3', ['store']),
    only('bullmq', ['queue']),
    only('ioredis', ['queue', 'testkit']),
    only('got', ['egress']),
    only('puppeteer-core', ['egress']),
    only('@aws-sdk', ['files', 'testkit']),
    only('express', ['gateway', 'console']),
    only('winston', ['observability']),
    only('prom-client', ['observability']),
    only('@opentelemetry', ['observability']),
    {
      name: 'extract-and-contracts-do-no-io',
      severity: 'error',
      from: { path: '^packages/(extract|contracts)/', pathNot: '\\.test\\.ts$' },
      to: { dependencyTypes: ['core'], pathNot: '^(node:)?(url|buffer|util)$' },
    },
  ],
  options: {
    tsConfig: { fileName: 'tsconfig.layers.json' },
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(packages|services)/[^/]+/dist/' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['types', 'import', 'default'] },
  },
};
