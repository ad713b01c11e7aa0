import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { runCli } from '../run-cli.js';
import { withFolder } from '../../test/run-built-cli.js';
import { createTestStreams, type TestStreams } from '../../test/test-streams.js';
import { endAtEachLook, KEY, ScriptedFleet } from '../../test/scripted-fleet.js';

let fleet: ScriptedFleet;

beforeEach(async () => {
  fleet = new ScriptedFleet();
  await fleet.open();
});
afterEach(() => fleet.close());

interface Run {
  readonly exitCode: number;
  readonly out: string;
  readonly err: string;
}

const run = async (args: readonly string[], given: TestStreams = createTestStreams()): Promise<Run> => {
  const left = await runCli(['batch', ...args], {
    env: { QUARRY_URL: fleet.baseUrl, QUARRY_API_KEY: KEY, LANG: 'en_US.UTF-8' },
    command: 'quarry',
    version: '1.2.3',
    nodeVersion: '24.0.0',
    rootDir: tmpdir(),
    streams: given.streams,
  });
  return { exitCode: left.exitCode, out: given.texts.out + left.out, err: given.texts.err + left.err };
};

const urls = (count: number): string[] => Array.from({ length: count }, (_, index) => `https://a.example/${index}`);

const withRequests = <T>(lines: readonly string[], test: (file: string, folder: string) => Promise<T>): Promise<T> =>
  withFolder(async (folder) => {
    const file = join(folder, 'requests.ndjson');
    await writeFile(file, lines.map((line) => `${line}\n`).join(''));
    return test(file, folder);
  });

const idsIn = (text: string): string[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => (JSON.parse(line) as { result: { id: string } }).result.id);

const idsOf = (job: { rows: unknown[] }): string[] =>
  (job.rows as { result: { id: string } }[]).map(({ result }) => result.id);

describe('quarry batch submit', () => {
  it('sends one job, prints its id and how to go on', () =>
    withRequests(['{"url": "https://a.example/", "outputFormat": ["text"]}', 'https://b.example/'], async (file) => {
      const args = ['submit', file, '--params', '{"blockAds": false}', '--webhook', 'https://hook.example/'];
      const { exitCode, out, err } = await run([...args, '--events', 'batch.started,batch.completed']);
      const [job] = fleet.jobs;
      expect({ exitCode, out }).toEqual({ exitCode: 0, out: `${job?.id}\n` });
      expect(err).toBe(
        `Job ${job?.id}: 2 requests submitted, 999,998 credits left\n` +
          `Follow:  quarry batch follow ${job?.id}\n` +
          `Results: quarry batch results ${job?.id} --follow --out results.ndjson\n`,
      );
      expect(fleet.asked[0]).toMatchObject({ method: 'POST', path: '/scrape/batch/web' });
      expect(fleet.asked[0]?.body).toEqual({
        requests: [
          { blockAds: false, url: 'https://a.example/', outputFormat: ['text'] },
          { blockAds: false, url: 'https://b.example/' },
        ],
        webhook: { url: 'https://hook.example/', events: ['batch.started', 'batch.completed'] },
      });
    }));

  it('lists every mistake by its line and sends nothing', () =>
    withRequests(
      ['https://a.example/', '{"url": "no url"}', '', '{', '{"url": "https://a.example/", "wait": -1, "x": 1}'],
      async (file) => {
        const { exitCode, err } = await run(['submit', file]);
        expect(exitCode).toBe(2);
        const lines = err.split('\n').slice(1, -1);
        expect(lines.map((line) => /^ {2}line \d+:? ?\w*/.exec(line)?.[0])).toEqual([
          '  line 2: url',
          '  line 4 is',
          '  line 5: wait',
          '  line 5: x',
        ]);
        expect(fleet.asked).toEqual([]);
      },
    ));

  it('finds the job of the same requests again, unless --new', () =>
    withRequests(urls(3), async (file, folder) => {
      await run(['submit', file]);
      const again = await run(['submit', file]);
      expect(again.err).toContain(`Job ${fleet.jobs[0]?.id} already has these 3 requests; --new creates another one.`);
      const array = join(folder, 'requests.json');
      await writeFile(array, JSON.stringify(urls(3).map((url) => ({ url }))));
      await run(['submit', array]);
      await run(['submit', '-'], createTestStreams({ input: urls(3).join('\r\n') }));
      await run(['submit', '-'], createTestStreams({ input: JSON.stringify(urls(3)) }));
      expect(fleet.jobs).toHaveLength(1);
      await run(['submit', file, '--new']);
      await run(['submit', file, '--new']);
      await run(['submit', file, '--webhook', 'https://hook.example/']);
      expect(fleet.jobs).toHaveLength(4);
      await writeFile(file, urls(4).slice(1).join('\n'));
      await run(['submit', file]);
      expect(fleet.jobs).toHaveLength(5);
    }));

  it('carries on where a refusal stopped several jobs', () =>
    withRequests(urls(10_001), async (file) => {
      fleet.creditsLeft = 10_000;
      const first = await run(['submit', file]);
      expect(first.exitCode).toBe(6);
      expect(first.err).toContain('10,001 requests are too many for one job; submitting 2 jobs\n');
      expect(first.err).toMatch(
        /10,000 of 10,001 requests were submitted; those from line 10001 on were not: Not enough/,
      );
      fleet.creditsLeft = 1;
      const second = await run(['submit', file]);
      expect(second.exitCode).toBe(0);
      expect(fleet.jobs.map(({ requests }) => requests.length)).toEqual([10_000, 1]);
      expect(fleet.jobs.flatMap(({ requests }) => requests)).toEqual(urls(10_001).map((url) => ({ url })));
      expect(second.out).toBe(fleet.jobs.map(({ id }) => `${id}\n`).join(''));
    }));

  it('submits once though the answer is lost and the fleet has no room', () =>
    withRequests(urls(3), async (file) => {
      fleet.disturb = (_, ordinal) => (['tear', { status: 'overloaded', retryAfter: 0 }] as const)[ordinal];
      const { exitCode, err } = await run(['submit', file]);
      expect(exitCode).toBe(0);
      expect(fleet.jobs).toHaveLength(1);
      expect(fleet.asked).toHaveLength(3);
      expect(err).toContain('The service is at its limit.');
    }));

  it('says at once that nobody is there', () =>
    withRequests(urls(1), async (file) => {
      await fleet.close();
      const { exitCode, err } = await run(['submit', file]);
      expect(exitCode).toBe(12);
      expect(err).toMatch(/^quarry: No response from .* \(ECONNREFUSED\)\. Check the base URL/);
      await fleet.open();
    }));

  it('follows to the end, writes every result once, tells failures by reason and ends with 3', () =>
    withRequests(urls(2_345), async (file, folder) => {
      endAtEachLook(fleet, 700, (index) => (index % 100 === 0 ? 'target_blocked' : undefined));
      fleet.disturb = (_, ordinal) => (ordinal === 3 || ordinal === 5 ? 'tear' : undefined);
      const out = join(folder, 'results.ndjson');
      const { exitCode, err } = await run(['submit', file, '--follow', '--out', out]);
      expect(exitCode).toBe(3);
      expect(idsIn(await readFile(out, 'utf8'))).toEqual(idsOf(fleet.jobs[0]!));
      expect(existsSync(`${out}.part`)).toBe(false);
      expect(err).toContain('Done: 2,321 ok, 24 failed, 2,321 credits charged, in 32 s\n');
      expect(err).toContain('  24 target_blocked: The target refused');
      expect(err).toContain('    such as https://a.example/0\n');
      expect(err).not.toContain('\u001B');
    }));
});

describe('quarry batch follow', () => {
  it('draws on a terminal and speaks JSON to programs', async () => {
    const job = fleet.addJob(urls(150).map((url) => ({ url })));
    endAtEachLook(fleet, 50);
    const screen = await run(['follow', job.id], createTestStreams({ errColumns: 72 }));
    expect(screen.exitCode).toBe(0);
    expect(screen.err).toContain('\u001B[2A\r\u001B[J');
    expect(screen.err).toContain('100 %  150 / 150');
    const { out, err } = await run(['follow', job.id, '--json']);
    expect(err).toBe('');
    const events = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(events.at(-1)).toMatchObject({ event: 'finished', succeeded: 150, failed: 0, creditsCharged: 150 });
    expect(events[0]).toMatchObject({ event: 'progress', percent: 100, ended: 150, requests: 150 });
  });

  it('leaves the job running at Ctrl-C and says how to carry on', async () => {
    const job = fleet.addJob(urls(150).map((url) => ({ url })));
    const given = createTestStreams();
    fleet.afterAnswer = () => {
      if (fleet.asked.length > 1) given.interrupt();
    };
    const { exitCode, err } = await run(['follow', job.id], given);
    expect(exitCode).toBe(130);
    expect(err).toContain(`Still running. Resume with:\n  quarry batch follow ${job.id}\n`);
    expect(fleet.asked.every(({ method }) => method === 'GET')).toBe(true);
  });

  it('finds a job of the other operation, and tells one that is nowhere', async () => {
    const job = fleet.addJob([{ q: 'tea' }], '/scrape/batch/enginea/serp');
    fleet.end(job, 1);
    expect((await run(['follow', job.id])).exitCode).toBe(0);
    const missing = await run(['follow', 'a-b']);
    expect(missing).toMatchObject({ exitCode: 7, err: 'quarry: No such job. Check the job id. (job_not_found)\n' });
  });
});

describe('quarry batch results', () => {
  it('prints what is there and says that more comes', async () => {
    const job = fleet.addJob(urls(1_500).map((url) => ({ url })));
    fleet.end(job, 1_250, (index) => (index === 7 ? 'target_blocked' : undefined));
    const some = await run(['results', job.id]);
    expect(some.exitCode).toBe(4);
    expect(idsIn(some.out)).toEqual(idsOf(job));
    expect(some.err).toBe('1,250 of 1,500 have ended so far; --follow continues to the end.\n');
    fleet.end(job, 250);
    const failed = await run(['results', job.id, '--failed', '--format', 'csv']);
    expect(failed.exitCode).toBe(0);
    expect(failed.out.split('\r\n')).toEqual([
      'index,id,status,error,message,retryable,statusCode,json,html,url,query',
      `7,${idsOf(job)[7]},error,target_blocked,The target refused to show the page to an automated client.,true,,,,,"{""url"":""https://a.example/7""}"`,
      '',
    ]);
  });

  it.each([
    ['ndjson', []],
    ['csv', []],
    ['ndjson', ['--answers']],
  ])('carries a file on that was cut anywhere: %s %j', (format, more) =>
    withFolder(async (folder) => {
      const job = fleet.addJob(urls(260).map((url) => ({ url })));
      fleet.end(job, 250, (index) => (index % 7 === 0 ? 'target_timeout' : undefined));
      const out = join(folder, 'results');
      const args = ['results', job.id, '--format', format, ...more, '--out', out];
      expect((await run(args)).exitCode).toBe(4);
      const part = await readFile(`${out}.part`, 'utf8');
      fleet.end(job, 10);
      let whole: string | undefined;
      for (const cut of [0, 5, Math.floor(part.length / 3), part.length - 1, part.length]) {
        await writeFile(`${out}.part`, part.slice(0, cut));
        expect((await run(args)).exitCode).toBe(0);
        const text = await readFile(out, 'utf8');
        whole ??= text;
        expect(text).toBe(whole);
      }
      expect(whole?.startsWith(part)).toBe(true);
      expect(whole?.trim().split('\n')).toHaveLength(260 + (format === 'csv' ? 1 : 0));
    }),
  );

  it('carries on after Ctrl-C within the reading, each item once', () =>
    withFolder(async (folder) => {
      const job = fleet.addJob(urls(5_000).map((url) => ({ url })));
      fleet.end(job, 5_000);
      const out = join(folder, 'my results.ndjson');
      const given = createTestStreams();
      let pages = 0;
      fleet.afterAnswer = ({ path }) => {
        if (path.includes('/results') && ++pages === 3) given.interrupt();
      };
      const stopped = await run(['results', job.id, '--out', out], given);
      expect(stopped.exitCode).toBe(130);
      expect(stopped.err).toContain(`quarry batch results ${job.id} --follow --out '${out}'`);
      expect(idsIn(await readFile(`${out}.part`, 'utf8')).length).toBeGreaterThanOrEqual(2_000);
      expect((await run(['results', job.id, '--out', out])).exitCode).toBe(0);
      expect(idsIn(await readFile(out, 'utf8'))).toEqual(idsOf(job));
    }));

  it('leaves a file alone that belongs to something else', () =>
    withFolder(async (folder) => {
      const job = fleet.addJob(urls(3).map((url) => ({ url })));
      fleet.end(job, 3);
      const out = join(folder, 'results.ndjson');
      const foreign = [
        ['hello\n', /line 1 was not written by this command/],
        [
          `${JSON.stringify({ query: {}, result: { id: 'another', status: 'error' } })}\n`,
          /1 results that these jobs do not have/,
        ],
        [`${JSON.stringify((job.rows as object[])[0])}\n`.repeat(2), /line 2 has a result twice/],
      ] as const;
      for (const [text, message] of foreign) {
        await writeFile(`${out}.part`, text);
        const { exitCode, err } = await run(['results', job.id, '--out', out]);
        expect({ exitCode, err }).toEqual({ exitCode: 1, err: expect.stringMatching(message) });
        expect(await readFile(`${out}.part`, 'utf8')).toBe(text);
      }
      expect(existsSync(out)).toBe(false);
    }));

  it('goes on to the end through restarts with --follow, several jobs into one file', () =>
    withFolder(async (folder) => {
      const jobs = [fleet.addJob(urls(230).map((url) => ({ url }))), fleet.addJob(urls(120).map((url) => ({ url })))];
      endAtEachLook(fleet, 60);
      fleet.disturb = (_, ordinal) => (ordinal > 2 && ordinal % 4 === 0 ? 'refuse' : undefined);
      const out = join(folder, 'results.ndjson');
      const { exitCode } = await run(['results', ...jobs.map(({ id }) => id), '--follow', '--out', out]);
      expect(exitCode).toBe(0);
      expect(idsIn(await readFile(out, 'utf8')).toSorted()).toEqual(jobs.flatMap(idsOf).toSorted());
    }));
});

describe('quarry batch status, stop and retry-failed', () => {
  it('tells how a job stands and stops it', async () => {
    const job = fleet.addJob(urls(3).map((url) => ({ url })));
    fleet.end(job, 2, (index) => (index === 0 ? 'target_blocked' : undefined));
    expect((await run(['status', job.id, '--pretty'])).out).toBe(
      `job        ${job.id}\noperation  scrape/web\nstate      in progress\nrequests   3\n` +
        'ended      2 (66 %): 1 ok, 1 failed\ncredits    1 charged, 1 held\ncreated    2026-03-01 10:00:00 UTC\n',
    );
    expect(JSON.parse((await run(['status', job.id])).out)).toMatchObject({ jobId: job.id, status: 'in_progress' });
    expect(JSON.parse((await run(['cancel', job.id])).out)).toMatchObject({ jobId: job.id, status: 'stopped' });
    expect(job.isStopped).toBe(true);
    expect((await run(['watch', job.id])).exitCode).toBe(3);
  });

  it('retries the failed items as one job, however often it is asked', async () => {
    const job = fleet.addJob(urls(4).map((url) => ({ url })));
    fleet.end(job, 4, (index) => (index > 1 ? 'target_blocked' : undefined));
    const first = await run(['retry-failed', job.id]);
    const second = await run(['retry-failed', job.id]);
    expect(first.exitCode).toBe(0);
    expect(fleet.jobs).toHaveLength(2);
    expect(fleet.jobs[1]?.requests).toEqual([{ url: 'https://a.example/2' }, { url: 'https://a.example/3' }]);
    expect(second.out).toBe(`${fleet.jobs[1]?.id}\n`);
    expect(second.err).toContain('already has these failed items');
    await run(['retry-failed', job.id, '--new']);
    expect(fleet.jobs).toHaveLength(3);
  });

  it.each([
    [['follow', 'a/../b']],
    [['results']],
    [['submit', 'x', '--out', 'y']],
    [['submit', 'x', '--events', 'batch.completed']],
    [['submit', 'x', '--events', 'none', '--webhook', 'https://a.example']],
    [['submit', 'x', '--operation', 'lodging/search']],
    [['submit', 'x', '--params', '[]']],
    [['results', 'a', '--format', 'csv', '--answers']],
  ])('%j is not written right', async (args) => {
    expect((await run(args)).exitCode).toBe(2);
  });
});
