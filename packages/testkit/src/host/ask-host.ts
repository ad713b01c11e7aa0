import { spawn } from 'node:child_process';
import { request } from 'node:http';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { REPOSITORY_ROOT } from '../fleet/start-fleet.js';

const HOST = 'infra/testing/test-host.mjs';

/** This process' own host, which ends with it. */
const startHost = async (): Promise<string> => {
  const host = spawn(process.execPath, [HOST], {
    cwd: REPOSITORY_ROOT,
    env: { ...process.env, NODE_OPTIONS: '' },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  for await (const line of createInterface(host.stdout)) {
    // It does not keep this process running.
    host.unref();
    for (const stream of [host.stdin, host.stdout]) (stream as Partial<{ unref: () => void }>).unref?.();
    return line;
  }
  throw new Error(`${HOST} did not start`);
};

/** A connection of its own for each request: on a kept one, the host may close it as the next request goes out. */
const ONCE = { method: 'POST', agent: false } as const;

let own: Promise<string> | undefined;
/** The socket of the host that all tests of a run share, or of our own when the tests were started without one. */
const findHost = (): Promise<string> | string => process.env['TEST_HOST'] ?? (own ??= startHost());

/** Tells the host that something is in use until the returned function is called, or this process ends. */
export const useOfHost = async (body: object): Promise<() => void> => {
  const socketPath = await findHost();
  return new Promise((resolve, reject) => {
    const asked = request({ socketPath, path: '/use', ...ONCE }, (response) => {
      response.on('error', () => undefined).resume();
      resolve(() => asked.destroy());
    });
    asked.on('socket', (socket) => socket.unref());
    asked.on('error', reject);
    asked.end(JSON.stringify(body));
  });
};

/** Asks the host of the tests for something that it starts once and keeps until the run ends. */
export const askHost = async <T>(path: string, body: object): Promise<T> => {
  const socketPath = await findHost();
  const { status, answer } = await new Promise<{ status: number | undefined; answer: string }>((resolve, reject) => {
    const asked = request({ socketPath, path, ...ONCE }, (response) => {
      text(response).then((answer) => resolve({ status: response.statusCode, answer }), reject);
    });
    asked.once('error', reject);
    asked.end(JSON.stringify(body));
  });
  if (status !== 200) throw new Error(`${path}: ${answer}`);
  return JSON.parse(answer) as T;
};
