import { describe, expect, it } from '@jest/globals';
import { OPERATIONS } from '@quarry/contracts';
import { createTestStreams } from '../../test/test-streams.js';
import { runClient } from '../run-client.js';

/** Candidates for the last word, and whether files fit too. */
const candidates = async (...words: string[]): Promise<{ words: string[]; isFile: boolean }> => {
  const { out } = await runClient(['complete', '--', ...words], {
    ...{ env: {}, command: 'quarry', version: '1.2.3', nodeVersion: '24.0.0' },
    streams: createTestStreams().streams,
  });
  const lines = out.trimEnd().split('\n');
  return { words: lines.slice(0, -1).map((line) => line.split('\t', 1)[0] ?? ''), isFile: lines.at(-1) === ':file' };
};

describe('the completion of a command line', () => {
  it('offers commands and operations, and none that is hidden', async () => {
    const { words } = await candidates('');
    expect(words).toEqual(expect.arrayContaining(['batch', 'login', 'usage', ...OPERATIONS.map(({ id }) => id)]));
    expect(words).not.toContain('complete');
    expect((await candidates('ba')).words).toEqual(['batch']);
    expect((await candidates('batch', 're')).words).toEqual(['results', 'resume', 'retry-failed']);
    expect((await candidates('enginea', 's')).words).toEqual(['serp', 'shopping', 'scholar']);
  });

  it.each(OPERATIONS.map(({ id }) => [id]))('offers the parameters of %s, in one word and in two', async (id) => {
    const [group = '', name = ''] = id.split('/');
    const { words } = await candidates(id, '--');
    expect(words).toEqual(expect.arrayContaining(['--params', '--profile', '--pretty']));
    expect(words.length).toBeGreaterThan(8);
    expect(await candidates(group, name, '--')).toEqual({ words, isFile: false });
  });

  it.each([
    [['enginea/serp', '--device', ''], []],
    [['scrape/web', '--outputFormat', 'm'], ['markdown']],
    [['scrape/web', '--outputFormat=m'], ['--outputFormat=markdown']],
    [
      ['scrape/web', '--blockAds', ''],
      ['true', 'false'],
    ],
    [['scrape', '-f', 'html,te'], ['html,text']],
    [
      ['batch', 'results', 'j', '--format', ''],
      ['ndjson', 'csv', 'files'],
    ],
    [['batch', 'submit', 'f', '--operation', 'en'], ['enginea/serp']],
    [['crawl', 'c'], ['cancel']],
    [['crawl', 'https://a.example/', '--sitemap', 'o'], ['only']],
    [['crawl', 'results', 'j', '--format', 'f'], ['files']],
    [['schedules', 'create', '--missed-runs', 's'], ['skip']],
    [['schedules', 'p'], ['pause']],
    [['requests', 'list', '--status', 'e'], ['error']],
    [['requests', 'list', '--error', 'target_b'], ['target_blocked']],
    [
      ['usage', '--by', ''],
      ['day', 'operation'],
    ],
    [['completion', 'f'], ['fish']],
    [['scrape', '--', '--js'], []],
    [['nothing', 'x', ''], []],
  ])('%j', async (typed, expected) => {
    expect((await candidates(...typed)).words).toEqual(expected);
  });

  it('knows where files fit', async () => {
    const files = [
      ['batch', 'submit', ''],
      ['schedules', 'create', ''],
      ['batch', 'results', 'j', '--out', 'a'],
      ['usage', '-o', ''],
    ];
    for (const typed of files) expect(await candidates(...typed)).toEqual({ words: [], isFile: true });
    for (const typed of [
      ['batch', 'status', ''],
      ['batch', 'submit', 'f', ''],
    ]) {
      expect(await candidates(...typed)).toEqual({ words: [], isFile: false });
    }
  });
});
