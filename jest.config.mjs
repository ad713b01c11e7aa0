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
  runner: '<rootDir>/infra/testing/native-runner.mjs',
  transform: {},
  setupFiles: ['<rootDir>/infra/testing/property-seed.mjs'],
  testSequencer: '<rootDir>/infra/testing/slow-first.mjs',
  reporters: ['default', '<rootDir>/infra/testing/times-reporter.mjs'],
  testTimeout: 30_000,
  maxWorkers: 4,
};
