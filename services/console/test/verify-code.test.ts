import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { signWebhook } from '@quarry/webhooks';
import { VERIFY_NODE } from '@quarry/contracts/verify-webhook';
import { VERIFY_PYTHON } from '../web/src/pages/webhooks/verify-code.js';

const run = promisify(execFile);
const SECRET = `whsec_${Buffer.from('a secret of 32 bytes, or nearly!').toString('base64')}`;
const body = '{"type": "batch.completed", "data": {"é": 1}}';
const timestampSeconds = Math.floor(Date.now() / 1_000);
const headers = signWebhook({ id: 'e1', timestampSeconds, body }, [
  'whsec_b3RoZXIgc2VjcmV0IG90aGVyIHNlY3JldCE=',
  SECRET,
]);

const CASES: readonly (readonly [
  what: string,
  headers: Readonly<Record<string, string>>,
  body: string,
  isOurs: boolean,
])[] = [
  ['as it was sent', headers, body, true],
  ['with another body', headers, `${body} `, false],
  ['from long ago', { ...headers, 'webhook-timestamp': String(timestampSeconds - 3_600) }, body, false],
  ['without a signature', { ...headers, 'webhook-signature': '' }, body, false],
  ['with a signature of another form', { ...headers, 'webhook-signature': 'v1,abc v2,x' }, body, false],
];

const hasPython = spawnSync('python3', ['--version']).status === 0;

describe('the code that verifies a webhook', () => {
  it.each(CASES)('in Node: %s', async (_what, given, bytes, isOurs) => {
    const module = `data:text/javascript,${encodeURIComponent(VERIFY_NODE)}`;
    // Safe because the code exports this function.
    const { isFromQuarry } = (await import(module)) as { isFromQuarry: (...args: unknown[]) => boolean };
    expect(isFromQuarry(given, Buffer.from(bytes), SECRET)).toBe(isOurs);
  });

  (hasPython ? it : it.skip).each(CASES)('in Python: %s', async (_what, given, bytes, isOurs) => {
    const call = `import json, sys\nh, b, s = json.loads(sys.argv[1])\nprint(is_from_quarry(h, b.encode(), s))`;
    const { stdout } = await run('python3', [
      '-c',
      `${VERIFY_PYTHON}\n${call}`,
      JSON.stringify([given, bytes, SECRET]),
    ]);
    expect(stdout.trim()).toBe(isOurs ? 'True' : 'False');
  });
});
