/**
 * Unit and integration tests beside the source, from TypeScript through swc.
 * `*.test.ts` need nothing running; `*.int.test.ts` start what they need (Redis, Chromium); `e2e/*.test.ts` run the built fleet.
 */
export default {
  testEnvironment: 'node',
  roots: [
    '<rootDir>/packages',
    '<rootDir>/services',
    '<rootDir>/bench',
    '<rootDir>/infra',
    '<rootDir>/k8s',
    '<rootDir>/test',
  ],
  testMatch: ['**/*.test.ts', '**/*.test.mjs'],
  testPathIgnorePatterns: ['/node_modules/', '/dist/'],
  modulePathIgnorePatterns: ['/dist/'],
  extensionsToTreatAsEsm: ['.ts'],
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      {
        jsc: { target: 'es2024', parser: { syntax: 'typescript' }, experimental: { keepImportAttributes: true } },
        module: { type: 'es6' },
      },
    ],
  },
  moduleNameMapper: {
    '^@quarry/contracts/(errors|verdicts)$': '<rootDir>/packages/contracts/src/$1.ts',
    '^@quarry/egress/target-rule$': '<rootDir>/packages/egress/src/target-rule.ts',
    '^@quarry/egress/model-client$': '<rootDir>/packages/egress/src/model/model-client.ts',
    '^@quarry/egress/webhook-sender$': '<rootDir>/packages/egress/src/webhook-sender.ts',
    '^(\\.{1,2}/.*)\\.js$': '$1',
    '^@quarry/(contracts|extract|egress|store|files|queue|observability|worker-runtime|testkit|config|webhooks|tokens)$':
      '<rootDir>/packages/$1/src/index.ts',
  },
  setupFiles: ['<rootDir>/infra/testing/property-seed.mjs'],
  setupFilesAfterEnv: ['<rootDir>/infra/testing/second-try.mjs'],
  testSequencer: '<rootDir>/infra/testing/slow-first.mjs',
  testTimeout: 30_000,
  maxWorkers: 2,
};
