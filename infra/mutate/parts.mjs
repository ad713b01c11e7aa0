/**
 * What `npm run mutate` mutates: the code that money, verdicts, the target rule, repeats and pages depend on. `sources` are
 * mutated, `tests` are run against them. Both are globs; tests that start something (`.int.test.`) must be named as such.
 * `lines` are the lines of a file that count, where only some belong to the part.
 */
const SQLITE = 'packages/store/src/sqlite';
const EGRESS = 'packages/egress/src';

export const PARTS = {
  'packages/tokens': {
    sources: ['packages/tokens/src/*.ts'],
    tests: ['packages/tokens/src/*.test.ts'],
  },
  paging: {
    sources: [
      'services/gateway/src/batch/results/results-page.ts',
      'services/gateway/src/http/input/read-checked-query.ts',
      'services/gateway/src/admission/judge-token.ts',
      'packages/worker-runtime/src/scraper/continuation.ts',
    ],
    tests: [
      'services/gateway/src/batch/results/results-page.test.ts',
      'services/gateway/src/http/input/*.test.ts',
      'services/gateway/src/admission/judge-token.test.ts',
      'packages/worker-runtime/src/scraper/continuation.test.ts',
    ],
  },
  verdicts: {
    sources: ['packages/verdict/src/{*,evidence/*,rules/*,scripts/*}.ts'],
    tests: ['packages/verdict/src/{*,evidence/*,rules/*,scripts/*}.test.ts'],
  },
  egress: {
    sources: [
      `${EGRESS}/target/{target-rule,address-ranges,guarded-lookup}.ts`,
      `${EGRESS}/http/{http-tier,form-trail,request-headers,cookie-jar,hop-answer}.ts`,
    ],
    tests: [
      `${EGRESS}/target/{target-rule,guarded-lookup}.test.ts`,
      `${EGRESS}/http/{http-tier*,request-headers,cookie-jar,what-travels}.test.ts`,
      'packages/egress/test/ssrf/{address-registries,dns-ways,client-ways}.test.ts',
    ],
  },
  idempotency: {
    sources: [
      'services/gateway/src/idempotency/*.ts',
      'packages/store/src/idempotency-rules.ts',
      `${SQLITE}/idempotency-calls.ts`,
    ],
    tests: [
      'services/gateway/src/idempotency/*.test.ts',
      'packages/store/src/bounds-of-input.test.ts',
      `${SQLITE}/open-sqlite-store.test.ts`,
    ],
  },
  money: {
    sources: [
      'packages/store/src/{input-rules,period-rule,batches/batch-rules}.ts',
      `${SQLITE}/{account-calls,ledger-calls,period-book}.ts`,
      `${SQLITE}/requests/{request-calls,admit-with-hold}.ts`,
      `${SQLITE}/batches/{batch-item-calls,batch-item-end}.ts`,
      'packages/contracts/src/operations/price-lines.ts',
      'packages/contracts/src/operations/page/web.ts',
      'packages/contracts/src/define-operation.ts',
    ],
    lines: {
      'packages/contracts/src/operations/page/web.ts': /price|credits|http:|browser:/i,
      'packages/contracts/src/define-operation.ts': /fixed|prices/,
    },
    tests: [
      'packages/store/src/*.test.ts',
      `${SQLITE}/{open-sqlite-store,batches/sqlite-batches,batches/batch-bounds}.test.ts`,
      'packages/contracts/src/operations/**/*.test.ts',
    ],
  },
};
