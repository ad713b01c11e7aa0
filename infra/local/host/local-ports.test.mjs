import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { portProblem } from './local-ports.mjs';

const HOST = '127.0.0.1';

/** Reservations are files in it, so those that other runs left do not count here. */
const folder = mkdtempSync(path.join(tmpdir(), 'quarry-ports-test-'));

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Ports in a row on which nothing listens, below those that are given elsewhere and those that systems assign. */
const findRow = async (length) => {
  for (let first = 8_501; first < 10_000; first += length) {
    const ports = Array.from({ length }, (_, index) => first + index);
    const problems = await Promise.all(ports.map((port) => portProblem(port, HOST)));
    if (problems.every((problem) => problem === undefined)) return ports;
  }
  throw new Error(`found no ${length} free ports in a row`);
};

/** A process that asks for every one of the ports, and runs until it is ended. */
const startFinder = async (ports) => {
  const range = { first: ports[0], last: ports.at(-1) };
  const finder = `
    const { findFreePorts } = await import(${JSON.stringify(new URL('local-ports.mjs', import.meta.url).href)});
    const found = findFreePorts(${ports.length}, '${HOST}', ${JSON.stringify(range)});
    console.log(JSON.stringify(await found.then((list) => list.sort(), String)));
    process.stdin.resume();
  `;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', finder], {
    env: { ...process.env, TMPDIR: folder },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const [said] = await once(child.stdout, 'data');
  return {
    found: JSON.parse(said),
    end: async () => {
      child.stdin.end();
      await once(child, 'exit');
    },
  };
};

describe('free ports', () => {
  it('are given once while their finder lives, and again when it is gone', async () => {
    const ports = await findRow(3);
    const first = await startFinder(ports);
    const second = await startFinder(ports);
    expect(first.found).toEqual(ports);
    expect(second.found).toBe(`Error: found no free port from ${ports[0]} to ${ports[2]}`);
    await Promise.all([first.end(), second.end()]);
    const third = await startFinder(ports);
    expect(third.found).toEqual(ports);
    await third.end();
  });

  it('stay free to others when the finder met a program that listens', async () => {
    const ports = await findRow(1);
    const server = createServer().listen(ports[0], HOST);
    await once(server, 'listening');
    const first = await startFinder(ports);
    expect(first.found).toContain('no free port');
    server.close();
    await once(server, 'close');
    const second = await startFinder(ports);
    expect(second.found).toEqual(ports);
    await Promise.all([first.end(), second.end()]);
  });
});
