import { readFile, writeFile } from 'node:fs/promises';
import { argv, stderr } from 'node:process';
import { renderEnvExample } from '@quarry/config';

const FILE = new URL('../../../.env.example', import.meta.url);

const isCurrent = async (): Promise<boolean> => (await readFile(FILE, 'utf8').catch(() => '')) === renderEnvExample();

if (!argv.includes('--check')) {
  await writeFile(FILE, renderEnvExample());
} else if (!(await isCurrent())) {
  stderr.write('.env.example does not say what the settings are: run pnpm env-example\n');
  process.exitCode = 1;
}
