import { readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { runCli } from '../run-cli.js';
import { withFolder } from '../../test/run-built-cli.js';
import { endAtEachLook, KEY, ScriptedFleet } from '../../test/scripted-fleet.js';
import { createTestStreams, type TestStreams } from '../../test/test-streams.js';

const SITE = ['https://a.example/', 'https://a.example/guide/', 'https://a.example/guide', 'https://a.example/gone'];

let fleet: ScriptedFleet;

beforeEach(async () => {
  fleet = new ScriptedFleet();
  fleet.site = SITE.map((url, depth) => ({ url, depth }));
  await fleet.open();
});
afterEach(() => fleet.close());

const run = async (args: readonly string[], given: TestStreams = createTestStreams()) => {
  const left = await runCli(args, {
    env: { QUARRY_URL: fleet.baseUrl, QUARRY_API_KEY: KEY, LANG: 'en_US.UTF-8' },
    ...{ command: 'quarry', version: '1.2.3', nodeVersion: '24.0.0', rootDir: tmpdir(), streams: given.streams },
  });
  return { exitCode: left.exitCode, out: given.texts.out + left.out, err: given.texts.err + left.err };
};

describe('quarry crawl <url>', () => {
  it('starts a crawl as its options say, prints its id and how to go on', async () => {
    const flags = ['--limit', '50', '--max-depth', '2', '--include', '/docs/*', '--include', '/a,b', '--exclude', '/x'];
    const scope = ['--crawl-entire-domain', '--sitemap', 'only', '--robots', 'ignore', '--max-credits', '9'];
    const pages = ['--markdown', '--main-content', '--no-js', '--params', '{"delay": 5, "scrape": {"wait": 10}}'];
    const events = ['--webhook', 'https://hook.example/', '--events', 'batch.completed'];
    const { exitCode, out, err } = await run(['crawl', 'https://a.example/', ...flags, ...scope, ...pages, ...events]);
    const [job] = fleet.jobs;
    expect({ exitCode, out, err }).toEqual({
      exitCode: 0,
      out: `${job?.id}\n`,
      err:
        `Job ${job?.id}: crawl started, 999,996 credits left\n` +
        `Follow:  quarry crawl follow ${job?.id}\n` +
        `Results: quarry crawl results ${job?.id} --follow --out results.ndjson\n`,
    });
    const [{ method, path, body } = {}] = fleet.asked;
    expect([method, path, body]).toEqual([
      'POST',
      '/crawl/web',
      {
        ...{
          url: 'https://a.example/',
          limit: 50,
          maxDepth: 2,
          include: ['/docs/*', '/a,b'],
          exclude: ['/x'],
          delay: 5,
        },
        ...{ crawlEntireDomain: true, sitemap: 'only', robots: 'ignore', maxCredits: 9 },
        scrape: { wait: 10, outputFormat: ['markdown'], onlyMainContent: true, jsRendering: false },
        webhook: { url: 'https://hook.example/', events: ['batch.completed'] },
      },
    ]);
  });

  it('finds the same crawl again, unless --new', async () => {
    await run(['crawl', SITE[0] ?? '', '--limit', '5']);
    const { err } = await run(['crawl', '--limit', '5', SITE[0] ?? '']);
    expect(err).toContain(
      `Job ${fleet.jobs[0]?.id} is this crawl, which was started before; --new starts another one.\n`,
    );
    await run(['crawl', SITE[0] ?? '', '--limit', '6']);
    await run(['crawl', SITE[0] ?? '', '--limit', '5', '--new']);
    expect(fleet.jobs).toHaveLength(3);
  });

  it.each([
    [['--limit', 'many'], 'Must be an integer from 0.'],
    [['--out', 'pages.ndjson'], '--out needs --follow.'],
    [['--follow', '--format', 'files'], '--format files needs --out <folder>.'],
    [['--events', 'batch.completed'], '--events needs --webhook.'],
  ])('refuses %j and starts nothing', async (flags, message) => {
    const { exitCode, err } = await run(['crawl', SITE[0] ?? '', ...flags]);
    expect([exitCode, err]).toEqual([2, expect.stringContaining(message)]);
    expect(fleet.asked).toEqual([]);
  });

  it('shows a refusal with every mistake', async () => {
    fleet.disturb = () => ({ status: 'validation_failed' });
    expect(await run(['crawl', 'nonsense'])).toMatchObject({ exitCode: 2 });
  });

  it('follows it to the end, whose duplicates are no failure', () =>
    withFolder(async (folder) => {
      const out = join(folder, 'pages.ndjson');
      endAtEachLook(fleet, 2, (index) => (index === 3 ? 'duplicate_page' : undefined));
      const end = fleet.afterAnswer;
      fleet.afterAnswer = (asked) => {
        end(asked);
        for (const job of fleet.jobs) job.more = { discoveredCount: 9, limitsHit: ['limit'] };
      };
      const given = createTestStreams({ errColumns: 80 });
      const args = ['crawl', SITE[0] ?? '', '--follow', '--out', out];
      const { exitCode, err } = await run(args, given);
      expect(exitCode).toBe(0);
      expect(err).toContain('2 of 9 addresses found so far');
      expect(err).toContain(
        'Done: 3 ok, 1 failed, 3 credits charged, in 32 s\n  further addresses were left out by limit\n',
      );
      expect(err).not.toContain('retry-failed');
      expect((await readFile(out, 'utf8')).trim().split('\n')).toHaveLength(4);
    }));

  it('goes on after Ctrl-C, and says how to come back', () =>
    withFolder(async (folder) => {
      const out = join(folder, 'pages');
      const given = createTestStreams();
      fleet.afterAnswer = ({ method }) => void (method === 'GET' && given.interrupt());
      const { exitCode, err } = await run(
        ['crawl', SITE[0] ?? '', '--follow', '--out', out, '--format', 'files'],
        given,
      );
      const id = fleet.jobs[0]?.id;
      expect([exitCode, fleet.jobs[0]?.isStopped]).toEqual([130, false]);
      const command = `quarry crawl results ${id} --follow --out ${out} --format files`;
      expect(err).toContain(`Still running. Resume with:\n  ${command}\n`);
    }));
});

describe('quarry crawl status, results and cancel', () => {
  it('show, read and cancel a crawl, and batch status knows it too', async () => {
    const job = fleet.addJob(fleet.site, '/crawl/web');
    job.more = { discoveredCount: 12 };
    fleet.end(job, 2);
    const shown = await run(['crawl', 'status', job.id, '--pretty']);
    expect(shown.out.split('\n').slice(0, 5)).toEqual([
      `job        ${job.id}, a crawl`,
      'operation  scrape/web',
      'state      in progress',
      'requests   4',
      'addresses  12 known',
    ]);
    expect(fleet.asked.map(({ path }) => path)).toEqual([`/crawl/web/${job.id}`]);
    expect((await run(['batch', 'status', job.id, '--pretty'])).out).toBe(shown.out);
    expect(JSON.parse((await run(['crawl', 'status', job.id, '--json'])).out)).toMatchObject({ discoveredCount: 12 });
    const results = await run(['crawl', 'results', job.id]);
    expect([results.exitCode, results.out.trim().split('\n').length]).toEqual([4, 2]);
    expect((await run(['crawl', 'cancel', job.id, '--pretty'])).exitCode).toBe(0);
    expect(job.isStopped).toBe(true);
  });

  it('do not know what is nowhere, and retry no crawl', async () => {
    expect(await run(['crawl', 'status', 'nothing'])).toMatchObject({ exitCode: 7 });
    const job = fleet.addJob(fleet.site, '/crawl/web');
    fleet.end(job, 4);
    const { exitCode, err } = await run(['batch', 'retry-failed', job.id]);
    expect([exitCode, err]).toEqual([2, expect.stringContaining(`quarry crawl results ${job.id} --failed`)]);
  });
});

describe('--format files', () => {
  it('writes a file for each page, and completes the folder of an interrupted run', () =>
    withFolder(async (folder) => {
      const out = join(folder, 'pages');
      const job = fleet.addJob(fleet.site, '/crawl/web');
      const fill = (count: number): void => {
        fleet.end(job, count, (index) => (index === 3 ? 'target_unreachable' : undefined));
        for (const row of job.rows as { query: { url: string }; result: { id: string } }[]) {
          fleet.answers.set(row.result.id, { markdown: `# ${row.query.url}` });
        }
      };
      fill(2);
      const some = await run(['crawl', 'results', job.id, '--format', 'files', '--out', out]);
      expect([some.exitCode, some.err]).toEqual([
        4,
        expect.stringContaining(`2 of 4 have ended so far and are in ${out}.`),
      ]);
      fill(2);
      const all = await run(['crawl', 'results', job.id, '--format', 'files', '--out', out]);
      expect([all.exitCode, all.err]).toEqual([0, `4 results in ${out}\n`]);
      const host = join(out, 'a.example');
      expect((await readdir(host)).sort()).toEqual(['guide', 'guide.md', 'index.md']);
      expect(await readFile(join(host, 'guide/index.md'), 'utf8')).toBe('# https://a.example/guide/');
      const index = (await readFile(join(out, 'index.ndjson'), 'utf8')).trim().split('\n');
      expect(index.map((line) => (JSON.parse(line) as { file?: string }).file)).toEqual([
        ...['a.example/index.md', 'a.example/guide/index.md', 'a.example/guide.md', undefined],
      ]);
      const asked = fleet.asked.filter(({ path }) => path.startsWith('/files/')).map(({ path }) => path);
      expect(new Set(asked).size).toBe(asked.length);
    }));
});
