/**
 * The host of the tests: a process beside them that starts what many of them use when the first one asks for it, keeps it for
 * the others, and ends it with the run. It prints the path of its socket, and ends when its standard input does, however that
 * came: nothing outlives the run.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { json } from 'node:stream/consumers';
import { makeAccount, startSharedFleet } from './shared-fleet.mjs';

const { env } = process;
const folder = mkdtempSync(path.join(tmpdir(), 'quarry-host-'));
const socket = path.join(folder, 'socket');
/** By the name of their parts; a start that failed fails everybody who asks. */
const fleets = new Map();

const fleetOn = (parts) => {
  if (!fleets.has(parts)) fleets.set(parts, startSharedFleet({ parts, env }));
  return fleets.get(parts);
};

const ROUTES = {
  '/fleet': async ({ parts }) => (await fleetOn(parts)).facts,
  '/asked': async ({ parts, origin }) => (await fleetOn(parts)).asked(origin),
  '/account': makeAccount,
};

const server = createServer(async (request, response) => {
  try {
    const answer = await ROUTES[request.url](await json(request));
    response.end(JSON.stringify(answer));
  } catch (error) {
    response.writeHead(500).end(String(error?.message ?? error));
  }
});

let isEnding = false;
const end = async () => {
  if (isEnding) return;
  isEnding = true;
  server.close();
  const started = await Promise.allSettled(fleets.values());
  await Promise.allSettled(started.map(({ value }) => value?.stop()));
  rmSync(folder, { recursive: true, force: true });
  process.exit(0);
};
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, end);
process.stdin.on('end', end).resume();

server.listen(socket, () => console.log(socket));
