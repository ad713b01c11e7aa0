/**
 * What `npm run mutate` mutates: the code that money, verdicts, the target rule, repeats and pages depend on. `sources` are
 * mutated, `tests` are run against them. Both are globs; tests that start something (`.int.test.`) must be named as such.
 * `lines` are the lines of a file that count, where only some belong to the part.
 */
const SQLITE = 'packages/store/src/sqlite';

export const PARTS = {
  'packages/tokens': {
    sources: ['packages/tokens/src/*.ts'],
    tests: ['packages/tokens/src/*.test.ts'],
  },
  paging: {
    sources: [
      'services/gateway/src/batch/{results-page,read-checked-query}.ts',
      'services/gateway/src/admission/judge-token.ts',
      'services/serp/src/continuation.ts',
    ],
    tests: [
      'services/gateway/src/batch/results/results-page.test.ts',
      'services/gateway/src/admission/judge-token.test.ts',
      'services/serp/src/continuation.test.ts',
    ],
  },
  verdicts: {
    sources: ['packages/verdict/src/{*,evidence/*}.ts'],
    tests: ['packages/verdict/src/{*,evidence/*}.test.ts'],
  },
  egress: {
    sources: [
      'packages/egress/src/{target-rule,address-ranges,guarded-lookup,http-tier,form-trail,request-headers,cookie-jar,hop-answer}.ts',
    ],
    tests: [
      'packages/egress/src/{target-rule,guarded-lookup,http-tier*,request-headers,cookie-jar,what-travels}.test.ts',
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
      'packages/store/src/{input-rules,period-rule,batch-rules}.ts',
      `${SQLITE}/{account-calls,ledger-calls,request-calls,admit-with-hold,period-book,batch-item-calls,batch-item-end}.ts`,
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
      `${SQLITE}/{open-sqlite-store,sqlite-batches,batch-bounds}.test.ts`,
      'packages/contracts/src/operations/**/*.test.ts',
    ],
  },
};
