import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';

const SCRIPT = fileURLToPath(new URL('compose-fleet.mjs', import.meta.url));

/** Runs the script with arguments that end it before it starts anything. */
const run = (...args) =>
  new Promise((resolve) => {
    execFile(process.execPath, [SCRIPT, ...args], { env: { PATH: process.env.PATH } }, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, stdout, stderr }),
    );
  });

describe('the fleet of docker-compose.yml', () => {
  it.each(['serp=17', 'serp=-1', 'redis=2', 'serp'])(
    'refuses --scale %s in one line that says what there is',
    async (scale) => {
      const { code, stderr } = await run('--scale', scale);
      expect(code).toBe(1);
      expect(stderr.trim()).toBe(
        `✗ --scale ${scale}: write browser-scrape, serp, sites, batch-fanout, gateway with a number from 0 to 16`,
      );
    },
  );

  it('shows its options, and which one it does not know', async () => {
    const { code, stdout } = await run('--help');
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining('--env-file FILE') });
    const unknown = await run('--env', 'x');
    expect(unknown.code).toBe(1);
    expect(unknown.stderr).toMatch(/Unknown option '--env'[^]*--env-file FILE/);
  });
});
