import { describe, expect, it } from '@jest/globals';
import { configOrExit } from './config-or-exit.js';

const start = (env: Record<string, string>) => {
  const written: string[] = [];
  const exit = (code: number): never => {
    throw new Error(`exit ${code}`);
  };
  return {
    written,
    run: () => configOrExit('gateway', { env, stderr: { write: (text) => written.push(text) }, exit }),
  };
};

describe('the settings of a service', () => {
  it('are parsed', () => {
    const { run, written } = start({ LOG_LEVEL: 'warn' });
    expect(run().common.logLevel).toBe('warn');
    expect(written).toEqual([]);
  });

  it('end the process where they are not valid, each named on a line', () => {
    const { run, written } = start({ LOG_LEVEL: 'loud', QUARRY_DATTA: 'x' });
    expect(run).toThrow('exit 1');
    expect(written.join('')).toMatch(/^The configuration is not valid:\n( {2}.+\n){2}$/);
    expect(written.join('')).toContain('LOG_LEVEL');
    expect(written.join('')).toContain('QUARRY_DATTA');
  });
});
