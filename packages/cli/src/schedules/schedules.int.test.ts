import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { runAgainst } from '../../test/answering-fleet.js';
import { withFolder } from '../../test/run-built-cli.js';

const ID = '0197c1f2-6d0b-4b6e-9c55-0f4de2a7b9d1';
const SCHEDULE = {
  id: ID,
  name: 'Price of the lamp, which has a name that no terminal has room for',
  state: 'active',
  cron: '0 8 * * 1-5',
  timeZone: 'Europe/Berlin',
  target: { type: 'operation', operation: 'scrape/web', params: { url: 'https://a.example/lamp' } },
  missedRuns: 'runOnce',
  changeTracking: { fields: ['extractedData.price'], markdown: true },
  webhook: { url: 'https://hook.example/' },
  createdAt: '2026-03-01T10:00:00.250Z',
  nextRuns: ['2026-03-02T07:00:00.000Z', '2026-03-03T07:00:00.000Z'],
  somethingNewer: true,
};
const PAUSED = {
  ...SCHEDULE,
  id: 'b',
  name: undefined,
  state: 'paused',
  cron: undefined,
  intervalSeconds: 900,
  nextRuns: [],
};
const CHANGE = { status: 'changed', added: 0, removed: 2, changed: 1 };
const RUNS = [
  {
    id: 'r3',
    dueAt: '2026-02-27T07:00:00.000Z',
    status: 'refused',
    creditsCharged: 0,
    message: 'The key was revoked.',
  },
  { id: 'r2', dueAt: '2026-02-26T07:00:00.000Z', status: 'ok', creditsCharged: 10, change: CHANGE, requestId: ID },
  {
    id: 'r1',
    dueAt: '2026-02-25T07:00:00.000Z',
    status: 'error',
    creditsCharged: 0,
    error: 'target_blocked',
    message: 'Blocked.',
  },
];

const ok = (data: object): object => ({ status: 'ok', data });
const ANSWERS = {
  'GET /schedules': ok({ schedules: [SCHEDULE, PAUSED], nextPage: 'https://a.example/schedules?cursor=c2' }),
  'GET /schedules?cursor=c2': ok({ schedules: [] }),
  [`GET /schedules/${ID}`]: ok({ ...SCHEDULE, runs: RUNS }),
  'GET /schedules/b': ok({ ...PAUSED, runs: [] }),
  'POST /schedules': ok(SCHEDULE),
  [`POST /schedules/${ID}/pause`]: ok({ ...SCHEDULE, state: 'paused', nextRuns: [] }),
  [`POST /schedules/${ID}/resume`]: ok(SCHEDULE),
  [`DELETE /schedules/${ID}`]: ok({ id: ID }),
  [`POST /schedules/${ID}/feed-link`]: ok({
    url: 'https://a.example/feed?signature=x',
    expiresAt: '2026-04-01T00:00:00.000Z',
  }),
};
const run = (args: readonly string[], terminal = {}) => runAgainst(ANSWERS, ['schedules', ...args], terminal);
const created = async (args: readonly string[], terminal = {}) => {
  const { exitCode, heard } = await run(['create', ...args], terminal);
  return { exitCode, body: heard[0]?.body };
};

describe('quarry schedules list', () => {
  it('shows each in one line of a terminal of 80 columns', async () => {
    const { exitCode, out, err } = await run(['list'], { outColumns: 80 });
    expect({ exitCode, err }).toEqual({ exitCode: 0, err: 'More: --cursor c2\n' });
    expect(out).toBe(
      `ID                                    NEXT (UTC)        SCHEDULE\n` +
        `${ID}  2026-03-02 07:00  Price of the lamp, whic…\n` +
        `b                                     paused            scrape/web https://a.ex…\n`,
    );
    expect(Math.max(...out.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80);
    expect(await run(['list', '--cursor', 'c2', '--pretty'])).toMatchObject({
      exitCode: 0,
      out: '',
      err: 'No schedules.\n',
    });
    expect(JSON.parse((await run(['list'])).out)).toMatchObject({ schedules: [{ somethingNewer: true }, { id: 'b' }] });
  });
});

describe('quarry schedules show', () => {
  it('shows when it runs, what it compares and what came of its runs', async () => {
    const { exitCode, out } = await run(['show', ID], { outColumns: 80 });
    expect(exitCode).toBe(0);
    expect(out.split('\n').slice(2)).toEqual([
      'state        active',
      'target       scrape/web https://a.example/lamp',
      'when         0 8 * * 1-5 (Europe/Berlin)',
      'missed runs  runOnce',
      'compares     extractedData.price, markdown',
      'webhook      https://hook.example/',
      'created      2026-03-01 10:00:00 UTC',
      'next         2026-03-02 07:00:00 UTC',
      '             2026-03-03 07:00:00 UTC',
      '',
      'DUE (UTC)            STATUS   CREDITS  RESULT',
      '2026-02-27 07:00:00  refused        0  The key was revoked.',
      '2026-02-26 07:00:00  ok            10  2 removed, 1 changed',
      '2026-02-25 07:00:00  error          0  target_blocked: Blocked.',
      '',
    ]);
    expect((await run(['show', ID], { outColumns: 160 })).out).toMatch(new RegExp(`ok +10 +${ID} +2 removed`));
    expect((await run(['show', 'b', '--pretty'])).out).toMatch(/^when +every 15 m$[^]*No runs yet\.$/m);
    expect(await run(['show', 'none'])).toMatchObject({ exitCode: 7 });
    expect(await run(['show', 'no/id'])).toMatchObject({ exitCode: 2, heard: [] });
  });
});

describe('quarry schedules create', () => {
  it('makes one of options, under a key', async () => {
    const when = ['--cron', '0 8 * * *', '--time-zone', 'Europe/Berlin', '--missed-runs', 'skip'];
    const tracked = [
      '--track',
      'extractedData.price',
      '--track-markdown',
      '--track-links',
      '--webhook',
      'https://h.example/',
    ];
    const params = ['--params', '{"outputFormat": ["html"]}', '--url', 'https://a.example/'];
    const { exitCode, out, heard } = await run(['create', '--name', 'N', ...when, ...params, ...tracked, '--pretty']);
    expect([exitCode, heard[0]?.call]).toEqual([0, 'POST /schedules']);
    expect(heard[0]?.key).toMatch(/^cli-/);
    expect(heard[0]?.body).toEqual({
      ...{ name: 'N', cron: '0 8 * * *', timeZone: 'Europe/Berlin', missedRuns: 'skip' },
      target: {
        operation: 'scrape/web',
        params: { url: 'https://a.example/', outputFormat: ['html', 'markdown'], extractLinks: true },
      },
      changeTracking: { fields: ['extractedData.price'], markdown: true, links: true },
      webhook: { url: 'https://h.example/' },
    });
    expect(out).toContain(`schedule     ${ID}\n`);
  });

  it('makes one of a file or of standard input, in which options win', () =>
    withFolder(async (folder) => {
      const file = join(folder, 'schedule.json');
      const target = { type: 'batch', operation: 'enginea/serp', params: { requests: [{ q: 'a' }] } };
      const given = { cron: '0 8 * * *', target, changeTracking: { fields: ['a'] }, later: 1 };
      await writeFile(file, JSON.stringify(given));
      expect(await created([file])).toEqual({ exitCode: 0, body: given });
      const { cron: _cron, ...rest } = given;
      expect((await created(['-', '--every', '6h'], { input: JSON.stringify(given) })).body).toEqual({
        ...rest,
        intervalSeconds: 21_600,
      });
    }));

  it.each([
    [['create'], 'Nothing to schedule'],
    [['create', '--url', 'https://a.example/', '--every', '6'], 'such as 15m, 6h or 1d'],
    [['create', '-'], 'Standard input has no JSON object.'],
    [['create', '/nowhere/schedule.json'], '/nowhere/schedule.json cannot be read (ENOENT).'],
  ])('refuses %j and calls nothing', async (args, message) => {
    const { exitCode, err, heard } = await run(args, { input: '[1]' });
    expect([exitCode, err, heard]).toEqual([2, expect.stringContaining(message), []]);
  });
});

it('a file of more than a megabyte is not read to its end', async () => {
  const { exitCode, err, heard } = await run(['create', '-'], { input: `"${'x'.repeat(1_048_576)}"` });
  expect([exitCode, err, heard]).toEqual([2, 'quarry: - has more than 1048576 bytes.\n', []]);
});

describe('quarry schedules pause, resume, delete and feed-link', () => {
  it('say what has become of it', async () => {
    expect((await run(['pause', ID, '--pretty'])).out).toBe(`${ID} is paused\n`);
    expect((await run(['resume', ID, '--pretty'])).out).toBe(
      `${ID} is active; it runs next at 2026-03-02 07:00:00 UTC\n`,
    );
    expect((await run(['delete', ID, '--pretty'])).out).toBe(`${ID} is deleted\n`);
    expect(JSON.parse((await run(['delete', ID])).out)).toEqual({ id: ID });
    expect(await run(['pause', 'none', '--pretty'])).toMatchObject({ exitCode: 7 });
  });

  it('print the link alone, for scripts', async () => {
    const { out, err, heard } = await run(['feed-link', ID, '--expires', '7d']);
    expect([out, heard[0]?.body]).toEqual(['https://a.example/feed?signature=x\n', { expiresInSeconds: 604_800 }]);
    expect(err).toBe('opens without a key until 2026-04-01 00:00:00 UTC\n');
    expect(JSON.parse((await run(['feed-link', ID, '--json'])).out)).toHaveProperty('expiresAt');
  });
});
