import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { MAX_BAD_ANSWERS, probe } from './probe.mjs';

let folder;
let server;
let states;
let ends;

/** One check of a service whose addresses answer with these states. */
const check = (healthz, readyz = 200) => {
  states = { '/healthz': healthz, '/readyz': readyz };
  const base = `http://127.0.0.1:${server.address().port}`;
  return probe({ base, file: path.join(folder, 'probe'), end: () => (ends += 1) });
};

beforeEach(async () => {
  ends = 0;
  folder = mkdtempSync(path.join(tmpdir(), 'quarry-probe-'));
  server = createServer((request, response) => response.writeHead(states[request.url] ?? 404).end());
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
});

afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  rmSync(folder, { recursive: true });
});

describe('probe', () => {
  it('returns the state of /readyz', async () => {
    expect(await check(200, 200)).toBe(true);
    expect(await check(200, 503)).toBe(false);
  });

  it('ends a service after three failed checks in a row', async () => {
    await check(200);
    for (let index = 1; index < MAX_BAD_ANSWERS; index += 1) await check(503);
    expect(ends).toBe(0);
    await check(503);
    expect(ends).toBe(1);
  });

  it('resets the count after a good check', async () => {
    await check(200);
    for (let index = 1; index < MAX_BAD_ANSWERS; index += 1) await check(503);
    await check(200);
    await check(503);
    expect(ends).toBe(0);
  });

  it('leaves a service alone that has not started yet', async () => {
    for (let index = 0; index <= MAX_BAD_ANSWERS; index += 1) await check(503, 503);
    expect(ends).toBe(0);
  });

  it('does not end a service that is alive and waits for its stores', async () => {
    for (let index = 0; index <= MAX_BAD_ANSWERS; index += 1) await check(200, 503);
    expect(ends).toBe(0);
  });
});
