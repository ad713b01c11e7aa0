import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { parse, stringify } from 'yaml';
import { FOLDER } from './project-files.js';

const program = process.env['TEST_PROMTOOL'];

interface Config {
  readonly scrape_configs: readonly Readonly<Record<string, unknown>>[];
}

const run = (...args: readonly string[]): Promise<{ code: number; output: string }> =>
  new Promise((resolve) => {
    execFile(program ?? '', args, { cwd: FOLDER }, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : 1, output: stdout + stderr }),
    );
  });

const filesOf = (folder: string): string[] => readdirSync(join(FOLDER, folder)).map((name) => join(folder, name));

(program === undefined ? describe.skip : describe)('promtool', () => {
  it.each(['prometheus.yml', 'prometheus-kubernetes.yml'])('takes %s', async (name) => {
    const folder = await mkdtemp(join(tmpdir(), 'quarry-promtool-'));
    // Debian builds it without the discovery of Kubernetes.
    // safe because it is the project's own file
    const { scrape_configs: jobs, ...config } = parse(await readFile(join(FOLDER, name), 'utf8')) as Config;
    const known = jobs.map((job) =>
      Object.fromEntries(Object.entries(job).filter(([key]) => key !== 'kubernetes_sd_configs')),
    );
    await writeFile(join(folder, name), stringify({ ...config, scrape_configs: known }));
    expect(await run('check', 'config', join(folder, name))).toMatchObject({ code: 0 });
    await rm(folder, { recursive: true, force: true });
  });

  it('takes the rules, and finds what each alert fires on and what it does not', async () => {
    const output = [await run('check', 'rules', ...filesOf('rules')), await run('test', 'rules', ...filesOf('tests'))];
    expect(output.filter(({ code }) => code !== 0)).toEqual([]);
  }, 180_000);
});
