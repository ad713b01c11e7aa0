import { readFile } from 'node:fs/promises';
import { describe, expect, it } from '@jest/globals';
import { ERROR_CODES, ERRORS } from '@quarry/contracts';
import { EXIT_CODES, exitCodeOfError, exitCodeOfSilence } from './exit-codes.js';

const DOCUMENT = new URL('../../../docs/command-line.md', import.meta.url);

describe('exit codes', () => {
  it('have a row each in the documentation, which names every error code once', async () => {
    const text = await readFile(DOCUMENT, 'utf8');
    const [, section = ''] = text.split('## Exit codes');
    const rows = [...section.matchAll(/^\| (\d+) \| [^|]+ \| ([^|]*) \|$/gm)];
    expect(rows.map(([, code]) => Number(code))).toEqual(Object.values(EXIT_CODES));
    const byCode = rows.flatMap(([, exitCode, names = '']) =>
      [...names.matchAll(/`(\w+)`/g)].map(([, name = '']): [string, number] => [name, Number(exitCode)]),
    );
    expect(Object.fromEntries(byCode)).toEqual(
      Object.fromEntries(ERROR_CODES.map((code) => [code, exitCodeOfError(ERRORS[code].status, code)])),
    );
    expect(byCode).toHaveLength(ERROR_CODES.length);
  });

  it('are of the status where the code is unknown', () => {
    const statuses = [401, 403, 402, 507, 404, 429, 408, 504, 500, 503, 422, 302];
    expect(statuses.map((status) => exitCodeOfError(status, 'newer_code'))).toEqual([
      5, 5, 6, 6, 7, 9, 10, 10, 11, 11, 2, 1,
    ]);
    expect(exitCodeOfError(404, undefined)).toBe(7);
  });

  it('tell a timeout from a network that does not respond', () => {
    expect(['timeout', 'ETIMEDOUT', 'ECONNREFUSED'].map(exitCodeOfSilence)).toEqual([10, 10, 12]);
  });
});
