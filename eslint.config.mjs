import js from '@eslint/js';
import tseslint from 'typescript-eslint';
import { noLongSleep } from './infra/lint/no-long-sleep.mjs';

const sizeBudget = {
  'max-lines': ['error', { max: 400, skipBlankLines: false, skipComments: false }],
  'max-lines-per-function': ['error', { max: 80, skipBlankLines: true, skipComments: true, IIFEs: true }],
  complexity: ['error', 20],
  'max-depth': ['error', 4],
  'max-params': ['error', 5],
};

export default tseslint.config(
  { ignores: ['**/dist/', '**/node_modules/', '.toolchain/', '.quarry*/', 'coverage/'] },
  js.configs.recommended,
  ...tseslint.configs.recommendedTypeChecked.map((config) => ({ ...config, files: ['**/*.ts'] })),
  {
    files: ['**/*.ts'],
    languageOptions: { parserOptions: { project: ['./tsconfig.eslint.json'], tsconfigRootDir: import.meta.dirname } },
    rules: {
      ...sizeBudget,
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/ban-ts-comment': 'error',
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
      '@typescript-eslint/require-await': 'off',
      'no-console': 'error',
      'no-restricted-syntax': [
        'error',
        {
          selector: "MemberExpression[object.name='process'][property.name='env']",
          message: 'Configuration is parsed once, in main.ts, and passed down.',
        },
      ],
      'no-restricted-globals': ['error', { name: 'fetch', message: 'Only egress opens sockets to targets.' }],
    },
  },
  {
    files: [
      '**/main.ts',
      'packages/testkit/**/*.ts',
      'packages/egress/src/ssrf/**/*.ts',
      '**/*.test.ts',
      'test/**/*.ts',
      'bench/**/*.ts',
    ],
    rules: { 'no-restricted-syntax': 'off', 'no-restricted-globals': 'off' },
  },
  { files: ['bench/**/*.ts'], rules: { 'no-console': 'off' } },
  {
    files: ['**/*.test.ts', 'test/**/*.ts', 'packages/testkit/**/*.ts'],
    rules: {
      'max-lines-per-function': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
    },
  },
  {
    files: [
      '**/*.test.ts',
      '**/*.test.mjs',
      'test/**/*.{ts,mjs}',
      'packages/testkit/**/*.ts',
      '**/{testing,scene,ssrf,money,conformance}/**/*.ts',
    ],
    plugins: { quarry: { rules: { 'no-long-sleep': noLongSleep } } },
    rules: { 'quarry/no-long-sleep': 'error' },
  },
  {
    files: ['**/*.mjs'],
    languageOptions: {
      globals: Object.fromEntries(
        [
          'process',
          'console',
          'URL',
          'setTimeout',
          'clearTimeout',
          'setInterval',
          'clearInterval',
          'Buffer',
          'fetch',
          'AbortSignal',
          'performance',
          'setImmediate',
        ].map((name) => [name, 'readonly']),
      ),
    },
    rules: { ...sizeBudget },
  },
);
