import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { REPOSITORY_ROOT, sharedFleet, startSharedSite, type SharedFleet, type TargetSite } from '@quarry/testkit';
import { publint } from 'publint';

const run = promisify(execFile);
const PACK_MS = 120_000;
const PACKAGE = path.join(REPOSITORY_ROOT, 'packages/client');
const TYPE_CHECKER = path.join(REPOSITORY_ROOT, 'node_modules/typescript-native/bin/tsc');
const ARE_THE_TYPES_WRONG = path.join(REPOSITORY_ROOT, 'node_modules/@arethetypeswrong/cli/dist/index.js');
const ENV = {
  ...process.env,
  NODE_OPTIONS: '',
  PATH: `${path.dirname(process.execPath)}:${process.env['PATH'] ?? ''}`,
};

/** As strict as a caller may be, with the types of browsers alone. */
const COMPILER_OPTIONS = {
  ...{ target: 'ES2022', lib: ['ES2022', 'DOM', 'DOM.Iterable'], module: 'NodeNext', types: [], noEmit: true },
  ...{ strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true, skipLibCheck: false },
};

let site: TargetSite;
let fleet: SharedFleet;
let folder: string;
let tarball: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'quarry-client-package-'));
  const packed = await run('npm', ['pack', '--json', '--pack-destination', folder], { cwd: PACKAGE, env: ENV });
  const [{ filename }] = JSON.parse(packed.stdout) as [{ filename: string }];
  tarball = path.join(folder, filename);
  site = await startSharedSite();
  fleet = await sharedFleet();
}, 180_000);

afterAll(async () => {
  await site.close();
  await rm(folder, { recursive: true, force: true });
}, 60_000);

/** The programs of the documentation: its first block makes the client of the others. */
const readPrograms = async (): Promise<readonly string[]> => {
  const text = await readFile(path.join(REPOSITORY_ROOT, 'docs/typescript.md'), 'utf8');
  const [setUp = '', ...others] = [...text.matchAll(/^```ts\n(.*?)^```/gms)].map(([, code = '']) => code);
  return others.map((code) =>
    `${setUp}\n${code}`
      .replaceAll('http://127.0.0.1:3000', fleet.baseUrl)
      .replaceAll('<API_KEY>', fleet.apiKey)
      .replaceAll('https://example.com', `${site.url}/page`),
  );
};

describe('the package of the TypeScript client', () => {
  it(
    'has what its package.json says, and types that every kind of module finds',
    async () => {
      const bytes = await readFile(tarball);
      const { messages } = await publint({ pack: { tarball: new Uint8Array(bytes).buffer }, strict: true });
      expect(messages).toEqual([]);
      const config = ['--config-path', path.join(PACKAGE, '.attw.json')];
      const judged = await run(process.execPath, [ARE_THE_TYPES_WRONG, tarball, ...config], { env: ENV });
      expect(judged.stdout).toContain('"quarry-client/node"');
    },
    PACK_MS,
  );

  it(
    'works in an empty folder: what the documentation shows has types and runs',
    async () => {
      const work = path.join(folder, 'work');
      await mkdir(work);
      const own = (name: string, text: string): Promise<void> => writeFile(path.join(work, name), text);
      await own('package.json', JSON.stringify({ name: 'caller', version: '1.0.0', private: true, type: 'module' }));
      await own('tsconfig.json', JSON.stringify({ compilerOptions: COMPILER_OPTIONS, include: ['*.ts'] }));
      await run('npm', ['install', '--offline', '--no-audit', '--no-fund', tarball], { cwd: work, env: ENV });
      const programs = await readPrograms();
      expect(programs).toHaveLength(8);
      for (const [index, program] of programs.entries()) await own(`program-${index}.ts`, program);
      await own('all.js', programs.map((_, index) => `await import('./program-${index}.ts');\n`).join(''));
      await run(process.execPath, [TYPE_CHECKER, '-p', '.'], { cwd: work, env: ENV });
      const { stdout } = await run(process.execPath, ['all.js'], { cwd: work, env: ENV });
      expect(stdout).toContain('# Report');
      expect(stdout).toContain(`${site.url}/page/desk`);
    },
    PACK_MS,
  );
});
