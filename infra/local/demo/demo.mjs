import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { demoCases, problemsOf } from './demo-cases.mjs';
import { cleanEnvironment } from '../host/environment.mjs';
import { FLEET, startFleet } from '../fleet/fleet.mjs';
import { onInterrupt } from '../host/interrupt.mjs';
import { createProgress, runMain, seconds } from '../host/progress.mjs';
import { endRunningCommands, Failure } from '../host/run-command.mjs';
import { ROOT, setUp } from '../setup/setup.mjs';

const SITE_SCRIPT = fileURLToPath(new URL('demo-site.mjs', import.meta.url));
const DATA_FOLDER = '.quarry-demo';
const REQUEST_TIMEOUT_MS = 120_000;
const USAGE_POLL_MS = 50;
const USAGE_TIMEOUT_MS = 10_000;
/** Settings of the user's own fleet, which the demo ignores. */
const NOT_FOR_THE_DEMO = ['REDIS_URL', 'BASE_URL', 'FILES_URL', 'HOST', 'PORT', 'QUARRY_DATA', 'QUARRY_SECRET'];

const count = (value) => value.toLocaleString('en');
const credits = (value) => `${count(value)} ${value === 1 ? 'credit' : 'credits'}`;

/** Serves the demo site in a process of its own, which ends with this one. */
const serveSite = (node) =>
  new Promise((resolve, reject) => {
    const child = spawn(node, [SITE_SCRIPT], {
      env: cleanEnvironment(process.env),
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    child.once('exit', (code) => reject(new Failure(`The demo site ended at its start (code ${code})`)));
    child.once('error', reject);
    createInterface({ input: child.stdout }).once('line', (line) => {
      resolve({ url: JSON.parse(line).url, close: () => child.stdin.destroy() });
    });
  });

const demoEnvironment = (env, site) => {
  const kept = Object.fromEntries(Object.entries(env).filter(([name]) => !NOT_FOR_THE_DEMO.includes(name)));
  return { ...kept, PORT: '0', EGRESS_ALLOW: [env.EGRESS_ALLOW, new URL(site).host].filter(Boolean).join(',') };
};

const createClient = ({ baseUrl, apiKey }) => {
  const ask = (address, init = {}) =>
    fetch(address, {
      ...init,
      headers: { 'x-api-key': apiKey, ...init.headers },
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    });
  return {
    async usage() {
      const answer = await ask(`${baseUrl}/user/me/usage`);
      return (await answer.json()).data;
    },
    async scrape(body) {
      const startedAt = performance.now();
      const answer = await ask(`${baseUrl}/scrape/web`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      return {
        status: answer.status,
        body: await answer.json(),
        ms: performance.now() - startedAt,
        charged: Number(answer.headers.get('x-credits-charged') ?? NaN),
        remaining: Number(answer.headers.get('x-credits-remaining') ?? NaN),
      };
    },
    async download(address) {
      const answer = await ask(address);
      if (!answer.ok) throw new Failure(`${address} responded with ${answer.status}`);
      return Buffer.from(await answer.arrayBuffer());
    },
  };
};

const showCase = ({ demoCase, answer, problems }) => {
  const { status, ms, charged, remaining } = answer;
  console.log(`\n${problems.length === 0 ? '✓' : '✗'} ${demoCase.title}`);
  console.log(`    POST /scrape/web ${JSON.stringify(demoCase.body)}`);
  console.log(`    ${status} in ${seconds(ms)}, ${credits(charged)}, ${count(remaining)} left`);
  for (const line of demoCase.show(answer.body)) console.log(`      ${line}`);
  for (const problem of problems) console.log(`    ✗ ${problem}`);
};

const saveScreenshot = async ({ client, dataDir, address }) => {
  const file = path.join(dataDir, 'screenshot.jpeg');
  const image = await client.download(address);
  writeFileSync(file, image);
  console.log(`      saved     ${file} (${count(image.length)} bytes)`);
};

/** The balance once no credits are held. */
const settledUsage = async (client) => {
  const endsAt = Date.now() + USAGE_TIMEOUT_MS;
  let usage = await client.usage();
  while (usage.heldCredits > 0 && Date.now() < endsAt) {
    await new Promise((resolve) => setTimeout(resolve, USAGE_POLL_MS));
    usage = await client.usage();
  }
  return usage;
};

/** Sends every request; returns how many results were not as expected. */
const show = async ({ client, site, dataDir }) => {
  let mistakes = 0;
  let charged = 0;
  const before = await client.usage();
  const cases = demoCases(site);
  for (const demoCase of cases) {
    const answer = await client.scrape(demoCase.body);
    const problems = problemsOf(demoCase, answer);
    showCase({ demoCase, answer, problems });
    if (demoCase.savesScreenshot && answer.body.screenshot) {
      await saveScreenshot({ client, dataDir, address: answer.body.screenshot });
    }
    mistakes += problems.length;
    charged += answer.charged || 0;
  }
  const after = await settledUsage(client);
  const spent = before.availableCredits - after.availableCredits;
  console.log(`\nCredits: ${count(before.availableCredits)} before, ${count(after.availableCredits)} after`);
  console.log(`  ${credits(spent)} spent on ${cases.length} requests, ${charged} by the answers' own count`);
  return spent === charged ? mistakes : mistakes + 1;
};

const main = async () => {
  const { env } = process;
  console.log('Quarry, shown on a small site of our own');
  const { node, tools, missing } = await setUp({ env });
  if (missing.length > 0) throw new Failure(missing.map(({ line }) => line).join('\n'));
  const dataDir = path.join(ROOT, DATA_FOLDER);
  const site = await serveSite(node);
  let kill = () => {};
  onInterrupt(() => {
    endRunningCommands();
    kill();
    process.exit(130);
  });
  const fleet = await startFleet({
    root: ROOT,
    dataDir,
    // Nobody signs in.
    services: FLEET.filter((service) => service !== 'console'),
    env: demoEnvironment(env, site.url),
    node,
    tools,
    progress: createProgress(process.stdout),
    onKillable(fromFleet) {
      kill = fromFleet;
    },
  });
  const mistakes = await show({ client: createClient(fleet), site: site.url, dataDir }).finally(async () => {
    await fleet.stop();
    site.close();
  });
  console.log(mistakes === 0 ? '\nEverything was as expected.' : `\n${mistakes} things were not as expected.`);
  return mistakes === 0 ? 0 : 1;
};

await runMain(main);
