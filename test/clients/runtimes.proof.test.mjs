import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { REPOSITORY_ROOT, sharedFleet, startSharedSite } from '@quarry/testkit';
import { build } from 'esbuild';
import puppeteer from 'puppeteer-core';
import { cleanEnvironment, withPathFirst } from '../../infra/local/host/environment.mjs';
import { runOrFail } from '../../infra/local/host/run-command.mjs';
import { npmTools } from '../../infra/test-servers/npm-tools.mjs';
import { findChromium } from '../../packages/egress/src/browser/process/find-chromium.js';

const RUNTIME_MS = 600_000;
const ENV = withPathFirst(cleanEnvironment(process.env), path.dirname(process.execPath));

let tools;
let folder;
let site;
let fleet;

beforeAll(async () => {
  const pins = path.join(REPOSITORY_ROOT, 'infra/client-tools');
  tools = await npmTools({ root: REPOSITORY_ROOT, env: process.env, name: 'client-tools', pins });
  folder = mkdtempSync(path.join(tmpdir(), 'quarry-runtimes-'));
  cpSync(path.join(REPOSITORY_ROOT, 'test/clients/runtimes'), folder, { recursive: true });
  writeFileSync(path.join(folder, 'package.json'), '{"name":"caller","private":true,"type":"module"}');
  const packed = await runOrFail('not packed', 'npm', ['pack', '--json', '--pack-destination', folder], {
    cwd: path.join(REPOSITORY_ROOT, 'packages/client'),
    env: ENV,
  });
  const [{ filename }] = JSON.parse(packed);
  const install = ['install', '--offline', '--no-audit', '--no-fund', `./${filename}`];
  await runOrFail('not installed', 'npm', install, { cwd: folder, env: ENV });
  [site, fleet] = await Promise.all([startSharedSite(), sharedFleet()]);
}, 900_000);

afterAll(async () => {
  await site?.close();
  if (folder) rmSync(folder, { recursive: true, force: true });
}, 60_000);

const givenTo = (by) => ({ baseUrl: fleet.baseUrl, apiKey: fleet.apiKey, siteUrl: site.url, by });

const expectOutcome = (outcome, by) =>
  expect(outcome).toEqual({
    markdown: `# Report ${by}`,
    fileIsWhole: true,
    failure: ['target_blocked', true, 0],
    aborted: 'enough',
    isSameBatch: true,
    rows: [0, 1, 2],
    webhook: ['test', 'WebhookVerificationError'],
  });

const runFile = async (program, args, by) => {
  const command = [...args, 'run.mjs', JSON.stringify(givenTo(by))];
  const printed = await runOrFail(`${by} failed`, program, command, { cwd: folder, env: ENV });
  return JSON.parse(printed);
};

const inTools = (name) => path.join(tools, 'node_modules', name);

describe('the packed TypeScript client', () => {
  it(
    'works in Deno, which may do nothing but open connections and read its own files',
    async () => {
      const args = ['run', '--no-remote', '--no-prompt', '--node-modules-dir=manual', '--allow-net', '--allow-read=.'];
      // Its installer would only move the program to where its script for Node looks first.
      const outcome = await runFile(process.execPath, [inTools('deno/bin.cjs'), ...args], 'deno');
      expectOutcome(outcome, 'deno');
    },
    RUNTIME_MS,
  );

  it(
    'works in Bun',
    async () => {
      expectOutcome(await runFile(inTools('@oven/bun-linux-x64/bin/bun'), ['run'], 'bun'), 'bun');
    },
    RUNTIME_MS,
  );

  it(
    'works in a browser, bundled for it',
    async () => {
      const { outputFiles } = await build({
        ...{ entryPoints: [path.join(folder, 'try-client.mjs')], bundle: true, write: false, platform: 'browser' },
        ...{ format: 'iife', globalName: 'client', logLevel: 'silent' },
      });
      const options = {
        executablePath: process.env.CHROMIUM_PATH || (await findChromium()),
        args: ['--no-sandbox'],
        protocolTimeout: RUNTIME_MS,
      };
      const browser = await puppeteer.launch(options);
      try {
        const page = await browser.newPage();
        await page.setRequestInterception(true);
        // The API answers pages of its own origin alone.
        const own = `${fleet.baseUrl}/try-client`;
        page.on('request', (request) =>
          request.url() === own
            ? request.respond({ contentType: 'text/html', body: '<title>Try</title>' })
            : request.continue(),
        );
        await page.goto(own);
        await page.addScriptTag({ content: outputFiles[0].text });
        const outcome = await page.evaluate(`client.tryClient(${JSON.stringify(givenTo('browser'))})`);
        expectOutcome(outcome, 'browser');
      } finally {
        await browser.close();
      }
    },
    RUNTIME_MS,
  );
});
