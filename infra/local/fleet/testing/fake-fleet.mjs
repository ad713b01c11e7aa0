import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import path from 'node:path';

const HERE = path.dirname(new URL(import.meta.url).pathname);

/** A service that is ready as soon as it listens, logs its environment once and ends with its parent. */
export const TELLING_SERVICE = `
import { createServer } from 'node:http';
console.log(JSON.stringify(process.env));
const server = createServer((request, response) => response.end(String(process.pid)));
server.listen(Number(process.env.HEALTH_PORT), '127.0.0.1');
const end = () => process.exit(0);
process.on('SIGTERM', end);
process.stdin.on('end', end).resume();
`;
const SEED = `console.log(JSON.stringify({ apiKey: 'key-' + process.env.QUARRY_SECRET.slice(0, 4) }));`;

/** Starts the fleet of a root as \`npm start\` does, and prints READY. */
const RUNNER = `
import { startFleet } from ${JSON.stringify(path.join(HERE, '..', 'fleet.mjs'))};
import { createProgress, runMain } from ${JSON.stringify(path.join(HERE, '../../host/progress.mjs'))};
const { environments, ...told } = JSON.parse(process.env.FAKE_FLEET);
const environmentOf = environments && ((service) => environments[service]);
await runMain(async () => {
  const fleet = await startFleet({
    ...told, environmentOf, dataDir: process.env.QUARRY_DATA, env: process.env, node: process.execPath,
    progress: createProgress(process.stdout),
  });
  process.once('SIGUSR2', () => fleet.stop().then(() => process.exit(0)));
  console.log('READY');
});
`;

/** A root with two services that do nothing. */
export const createFakeRoot = ({ services = { first: TELLING_SERVICE, second: TELLING_SERVICE } } = {}) => {
  const root = mkdtempSync(path.join(tmpdir(), 'quarry-runner-'));
  writeFileSync(path.join(root, 'package.json'), '{ "type": "module" }');
  for (const [name, code] of Object.entries(services)) {
    mkdirSync(path.join(root, 'dist'), { recursive: true });
    writeFileSync(path.join(root, 'dist', `${name}.js`), code);
  }
  writeFileSync(path.join(root, 'dist', 'seed-demo.js'), SEED);
  writeFileSync(path.join(root, 'runner.mjs'), RUNNER);
  return { root, services: Object.keys(services), dataDir: path.join(root, 'data') };
};

export const removeFakeRoot = ({ root }) => rmSync(root, { recursive: true, force: true });

/** Runs the fake fleet in a process with these options of the fleet; `seen(text)` waits until it has printed that. */
export const runFakeFleet = ({ root, services, dataDir }, { env = {}, ...options }) => {
  const runner = spawn(process.execPath, [path.join(root, 'runner.mjs')], {
    env: {
      ...process.env,
      NODE_OPTIONS: '',
      PORT: '0',
      ...env,
      QUARRY_DATA: dataDir,
      FAKE_FLEET: JSON.stringify({ root, services, ...options }),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const waiting = new Set();
  const collect = (bytes) => {
    output += bytes.toString();
    for (const look of waiting) look();
  };
  runner.stdout.on('data', collect);
  runner.stderr.on('data', collect);
  const ended = new Promise((resolve) => runner.once('close', (code, signal) => resolve(signal ?? code)));
  return {
    runner,
    ended,
    output: () => output,
    seen: (text) =>
      new Promise((resolve, reject) => {
        const look = () => {
          if (!output.includes(text)) return;
          waiting.delete(look);
          resolve(output);
        };
        waiting.add(look);
        look();
        void ended.then(() => reject(new Error(`ended without "${text}":\n${output}`)));
      }),
    demo: () => JSON.parse(readFileSync(path.join(dataDir, 'demo.json'), 'utf8')),
    processes: () => JSON.parse(readFileSync(path.join(dataDir, 'runner.lock'), 'utf8')).details.processes,
  };
};
