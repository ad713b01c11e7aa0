import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ApiClient, proofSize, REPOSITORY_ROOT, SHARED_ADDRESS, sharedFleet, startSharedSite } from '@quarry/testkit';
import { verifyWebhook } from 'quarry-client';
import { findPython } from './python-client.mjs';
import { byCommandLine } from './scenario/command-line.mjs';
import { byMcp } from './scenario/mcp.mjs';
import { byTypeScript } from './scenario/typescript.mjs';

const ITEMS = proofSize(12, 200);
const SCENARIO_MS = proofSize(120_000, 600_000);
const PAGE = 1;
const SEARCH = 10;
/** The index of each page of the batch that fails, and why. */
const FAILING = new Map([
  [2, ['/block/scenario', 'target_blocked']],
  [7, ['/status/500', 'target_unreachable']],
]);

const { python, missing } = await findPython();
if (missing !== undefined) process.stdout.write(`the scenario by Python is left out: ${missing}\n`);

const byPython = async (given) => {
  const env = { ...process.env, PYTHONPATH: path.join(REPOSITORY_ROOT, 'packages/client-python/src') };
  const file = path.join(REPOSITORY_ROOT, 'test/clients/scenario/scenario.py');
  const child = spawn(python, [file], {
    env: { ...env, PYTHONDONTWRITEBYTECODE: '1' },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  child.stdin.end(JSON.stringify(given));
  return json(child.stdout);
};
const inDist = (name) => path.join(REPOSITORY_ROOT, 'packages', name);
const CLIENTS = {
  TypeScript: { run: byTypeScript },
  ...(python ? { Python: { run: byPython } } : {}),
  'the command line': { run: byCommandLine, program: inDist('cli/dist/quarry.js') },
  // A model is never given a way to have events sent somewhere.
  MCP: { run: byMcp, program: inDist('mcp/dist/main.js'), hasNoWebhook: true },
};

const heard = [];
const receiver = createServer((request, response) => {
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    heard.push({ headers: request.headers, body: Buffer.concat(chunks) });
    response.writeHead(204).end();
  });
});

let site;
let fleet;
let api;
let folder;
let hook;
let webhookSecret;
const outcomes = new Map();

beforeAll(async () => {
  await once(receiver.listen(0, SHARED_ADDRESS), 'listening');
  hook = `http://${SHARED_ADDRESS}:${receiver.address().port}/hook`;
  folder = mkdtempSync(path.join(tmpdir(), 'quarry-scenario-'));
  [site, fleet] = await Promise.all([startSharedSite(), sharedFleet()]);
  api = new ApiClient(fleet);
  const response = await fetch(`${fleet.baseUrl}/webhooks/secret`, { headers: { 'x-api-key': fleet.apiKey } });
  webhookSecret = (await response.json()).data.secret;
}, 180_000);

afterAll(async () => {
  await site?.close();
  receiver.closeAllConnections();
  receiver.close();
  rmSync(folder, { recursive: true, force: true });
}, 60_000);

const pathOf = (index) => FAILING.get(index)?.[0] ?? `/page/item-${index}`;

/** The verified event of a job. */
const eventOf = async (jobId) => {
  for (;;) {
    const found = heard.find(({ body }) => JSON.parse(body.toString()).data.jobId === jobId);
    if (found) return verifyWebhook({ ...found, secret: webhookSecret });
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
};

describe.each(Object.entries(CLIENTS))('the scenario by %s', (name, { run, program, hasNoWebhook }) => {
  it(
    'has its results, its event and its price',
    async () => {
      const before = await api.usage();
      const given = {
        ...{ baseUrl: fleet.baseUrl, apiKey: fleet.apiKey, program, folder, query: 'slate roofs' },
        hook: `${hook}?by=${encodeURIComponent(name)}`,
        pageUrl: `${site.url}/page/scenario`,
        // An address of its own for each client: equal submits would be one job.
        items: Array.from({ length: ITEMS }, (_, index) => ({
          url: `${site.url}${pathOf(index)}${index === 0 ? `?by=${encodeURIComponent(name)}` : ''}`,
        })),
      };
      const { jobId, rows, ...outcome } = await run(given);
      outcomes.set(name, outcome);
      expect(rows.toSorted(([one], [other]) => one - other)).toEqual(
        given.items.map((_, index) => [index, FAILING.get(index)?.[1] ?? 'ok']),
      );
      expect(outcome.markdown).toContain('# Report scenario');
      expect(outcome.titles.length).toBeGreaterThan(0);
      expect(outcome.html).toContain('<h1>Report scenario</h1>');
      const charged = ITEMS - FAILING.size;
      if (!hasNoWebhook) {
        expect(await eventOf(jobId)).toMatchObject({
          type: 'batch.completed',
          data: { succeededCount: charged, failedCount: FAILING.size, creditsCharged: charged },
        });
      }
      const { availableCredits, heldCredits } = await api.usage();
      expect([before.availableCredits - availableCredits, heldCredits]).toEqual([PAGE + SEARCH + charged, 0]);
    },
    SCENARIO_MS,
  );
});

it('has equal results by every client', () => {
  const [first, ...others] = [...outcomes.values()].map((outcome) =>
    Object.fromEntries(
      Object.entries(outcome).map(([name, value]) => [name, typeof value === 'string' ? value.trim() : value]),
    ),
  );
  expect(outcomes.size).toBe(Object.keys(CLIENTS).length);
  for (const other of others) expect(other).toEqual(first);
});
