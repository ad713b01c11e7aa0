/**
 * The host of the tests: a process that starts what many tests use when the first one asks for it, keeps it for the others, and
 * ends it with the run. It prints the path of its socket, and ends when its standard input closes for any reason: nothing
 * outlives the run.
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
/** By the name of their stores; a failed start fails for every test that asks. */
const fleets = new Map();

/** How many test files use a fleet now. An unused fleet is ended. */
const uses = new Map();
const IDLE_MS = 20_000;
const endings = new Set();

const stopUnused = (parts) => {
  if (uses.get(parts) > 0 || !fleets.has(parts)) return;
  const ending = fleets
    .get(parts)
    .then((fleet) => fleet.stop())
    .catch(() => undefined)
    .finally(() => endings.delete(ending));
  fleets.delete(parts);
  endings.add(ending);
};

const use = async (request, response) => {
  const { parts } = await json(request);
  uses.set(parts, (uses.get(parts) ?? 0) + 1);
  response.once('close', () => {
    uses.set(parts, uses.get(parts) - 1);
    setTimeout(stopUnused, IDLE_MS, parts).unref();
  });
  response.flushHeaders();
};

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
    if (request.url === '/use') return await use(request, response);
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
  server.closeAllConnections();
  const started = await Promise.allSettled(fleets.values());
  await Promise.allSettled([...started.map(({ value }) => value?.stop()), ...endings]);
  rmSync(folder, { recursive: true, force: true });
  process.exit(0);
};
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, end);
process.stdin.on('end', end).resume();

server.listen(socket, () => console.log(socket));
