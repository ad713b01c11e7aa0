import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { withFolder } from '../../test/run-built-cli.js';
import { createTestStreams } from '../../test/test-streams.js';
import { fail, succeed } from '../outcome.js';
import { presentationOf, toOutputFile, type OutputOptions } from './presentation.js';

const isJson = (options: OutputOptions, outColumns?: number): boolean =>
  presentationOf(options, createTestStreams(outColumns === undefined ? {} : { outColumns }).streams).isJson;

describe('presentationOf', () => {
  it('is for people on a terminal, and JSON elsewhere, unless an option says otherwise', () => {
    expect([isJson({}, 80), isJson({}), isJson({ output: 'a' }, 80)]).toEqual([false, true, true]);
    expect([isJson({ json: true }, 80), isJson({ pretty: true }), isJson({ pretty: true, output: 'a' }, 80)]).toEqual([
      true,
      false,
      false,
    ]);
  });
});

describe('toOutputFile', () => {
  it('writes what a success prints, and only that', () =>
    withFolder(async (folder) => {
      const output = join(folder, 'a.json');
      expect(await toOutputFile(succeed('{}', 'note'), { output })).toEqual({
        ...{ exitCode: 0, out: '' },
        err: `note\nwritten to ${output}\n`,
      });
      expect(await readFile(output, 'utf8')).toBe('{}\n');
      const failed = fail('no');
      expect(await toOutputFile(failed, { output: join(folder, 'b.json') })).toBe(failed);
      const lost = await toOutputFile(succeed('{}'), { output: join(folder, 'none', 'c.json') });
      expect(lost).toMatchObject({ exitCode: 1, err: expect.stringContaining('(ENOENT)') });
      expect(await readdir(folder)).toEqual(['a.json']);
    }));
});
