import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { execPath } from 'node:process';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sharedFleet, startSharedSite, type SharedFleet, type TargetSite } from '@quarry/testkit';

const PACK = fileURLToPath(new URL('../../infra/build/pack-cli.mjs', import.meta.url));

let site: TargetSite;
let fleet: SharedFleet;
let folder: string;

interface Run {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** In an empty folder, with nothing of this process's environment but the way to programs. */
const run = (program: string, args: readonly string[], input = ''): Promise<Run> =>
  new Promise((resolve) => {
    const home = join(folder, 'home');
    const env = { PATH: `${dirname(execPath)}:${process.env['PATH']}`, HOME: home };
    const child = execFile(program, args, { cwd: join(folder, 'empty'), env }, (error, out, err) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : error ? 1 : 0, out, err }),
    );
    child.stdin?.end(input);
  });
const quarry = (...args: string[]) => run(join(folder, 'empty/node_modules/.bin/quarry'), args);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quarry-installed-'));
  await Promise.all(['home', 'empty'].map((name) => mkdir(join(folder, name))));
  site = await startSharedSite();
  fleet = await sharedFleet();
}, 180_000);

afterAll(async () => {
  await site.close();
  await rm(folder, { recursive: true, force: true });
}, 60_000);

describe('the command line as a package', () => {
  it('is installed by itself, logs in, scrapes, follows a batch and says what it cost', async () => {
    const source = join(folder, 'source');
    expect(await run(execPath, [PACK, source])).toMatchObject({ code: 0 });
    const packed = await run('npm', ['pack', source, '--json', '--pack-destination', folder]);
    const [{ filename, bundled }] = JSON.parse(packed.out) as [{ filename: string; bundled: unknown[] }];
    expect({ filename, bundled }).toEqual({ filename: 'quarry-cli-0.1.0.tgz', bundled: [] });
    const install = ['install', '--offline', '--no-audit', '--no-fund', join(folder, filename)];
    expect(await run('npm', install)).toMatchObject({ code: 0 });

    expect(await quarry('--version')).toEqual({ code: 0, out: '0.1.0\n', err: '' });
    expect((await quarry('scrape', 'web', '--help')).out).toContain('--onlyMainContent');
    const login = ['login', '--base-url', fleet.baseUrl];
    const bin = join(folder, 'empty/node_modules/.bin/quarry');
    expect(await run(bin, login, `${fleet.apiKey}x`)).toMatchObject({ code: 5 });
    expect(await run(bin, login, fleet.apiKey)).toMatchObject({ code: 0 });

    const url = `${site.url}/page/one`;
    const page = await quarry('scrape', 'web', '--url', url, '--jsRendering', 'false');
    expect(page).toMatchObject({ code: 0, err: expect.stringMatching(/^1 credit charged/) });
    expect(JSON.parse(page.out)).toMatchObject({ requestMetadata: { status: 'ok' }, statusCode: 200 });
    expect(await quarry('scrape/web', '--url', 'no url')).toMatchObject({ code: 2 });

    await writeFile(join(folder, 'empty/urls.txt'), `${url}\n${site.url}/status/503\n`);
    const params = ['--params', '{"jsRendering": false}'];
    const batch = await quarry('batch', 'submit', 'urls.txt', ...params, '--follow', '--output', 'results.ndjson');
    expect(batch).toMatchObject({ code: 3, err: expect.stringContaining('Done: 1 ok, 1 failed, 1 credit charged') });
    expect((await readFile(join(folder, 'empty/results.ndjson'), 'utf8')).trimEnd().split('\n')).toHaveLength(2);
    const usage = JSON.parse((await quarry('usage', '--by', 'operation')).out) as { rows: { key: string }[] };
    expect(usage.rows.map(({ key }) => key)).toContain('scrape/web');
    expect(await quarry('doctor')).toMatchObject({ code: 0 });
  }, 240_000);
});
