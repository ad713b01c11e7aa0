import { existsSync } from 'node:fs';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect, it } from '@jest/globals';
import { openTestHost } from './open-test-host.mjs';

const ask = (socketPath, path, body) =>
  new Promise((resolve, reject) => {
    request({ socketPath, path, method: 'POST' }, (response) => {
      text(response).then((answer) => resolve({ status: response.statusCode, answer }), reject);
    })
      .once('error', reject)
      .end(JSON.stringify(body));
  });

it('the host of the tests says why it cannot start something, goes on, and leaves nothing when it ends', async () => {
  const { env, stop } = await openTestHost({ node: process.execPath, env: process.env });
  try {
    for (let time = 0; time < 2; time += 1) {
      expect(await ask(env.TEST_HOST, '/fleet', { parts: 'punched cards' })).toEqual({
        status: 500,
        answer: 'this machine has no servers for a fleet on punched cards',
      });
    }
    expect(await ask(env.TEST_HOST, '/elsewhere', {})).toMatchObject({ status: 500 });
  } finally {
    await stop();
  }
  expect(existsSync(env.TEST_HOST)).toBe(false);
});
