import { describe, expect, it } from '@jest/globals';
import { runBuiltCli } from './testing/run-built-cli.js';

describe('env-example --check', () => {
  it('agrees with the file of the project', async () => {
    expect(await runBuiltCli(['--check'], { entry: 'env-example' })).toEqual({ exitCode: 0, out: '', err: '' });
  });
});
