import { describe, it } from '@jest/globals';
import { RuleTester } from 'oxlint/plugins-dev';
import { noLongSleep } from './no-long-sleep.mjs';

RuleTester.describe = describe;
RuleTester.it = it;

const refused = [
  'await new Promise((resolve) => setTimeout(resolve, 301));',
  'const PAUSE_MS = 1_000; await new Promise((done) => setTimeout(done, PAUSE_MS));',
  'const AWAY_MS = proofSize(500, 5_000); await pause(AWAY_MS);',
  'const LONG_MS = 5 * 100; const run = async () => { await sleep(LONG_MS); };',
  "import { setTimeout } from 'node:timers/promises'; await setTimeout(400);",
  "import * as timers from 'node:timers/promises'; await timers.setTimeout(400);",
  'await delay(2_000);',
];

const allowed = [
  'await new Promise((resolve) => setTimeout(resolve, 300));',
  'const POLL_MS = 50; await pause(POLL_MS);',
  'const late = setTimeout(() => child.kill(), 5_000);',
  'new Promise((resolve, reject) => { setTimeout(() => reject(new Error("late")), 60_000); });',
  'const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));',
  'let ms = 1_000; await pause(ms);',
];

new RuleTester().run('no-long-sleep', noLongSleep, {
  valid: allowed,
  invalid: refused.map((code) => ({ code, errors: [{ messageId: 'long' }] })),
});
