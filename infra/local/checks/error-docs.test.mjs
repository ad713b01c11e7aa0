import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { renderErrorDocs } from './error-docs.mjs';

const SCRIPT = fileURLToPath(new URL('error-docs.mjs', import.meta.url));

const rowsOf = (text) => text.split('\n').filter((line) => line.startsWith('| `'));

describe('docs/errors.md', () => {
  it('has one row per code, in the order of the registry', () => {
    const text = renderErrorDocs({
      target_timeout: { status: 504, retryable: true, text: 'Too slow.' },
      bad_request: { status: 400, retryable: false, text: 'Send this | that.' },
    });
    expect(rowsOf(text)).toEqual([
      '| `target_timeout` | 504 | yes | Too slow. |',
      '| `bad_request` | 400 | no | Send this \\| that. |',
    ]);
  });

  it('says what the registry says', () => {
    expect(execFileSync(process.execPath, [SCRIPT, '--check'], { encoding: 'utf8' })).toBe('');
  });
});
