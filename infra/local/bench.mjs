import path from 'node:path';
import { pythonTools } from '../test-servers/python-tools.mjs';
import { startTestServers } from '../test-servers/start-test-servers.mjs';
import { cleanEnvironment, withPathFirst } from './host/environment.mjs';
import { createProgress, runMain } from './host/progress.mjs';
import { runAttached } from './host/run-attached.mjs';
import { Failure } from './host/run-command.mjs';
import { ROOT, setUp } from './setup/setup.mjs';

const TRAFILATURA = '2.3.1';

/** Servers for MongoDB and S3; those that are missing are not measured. */
const withServers = async (env) => {
  const servers = await startTestServers({ root: ROOT, env, progress: createProgress(process.stdout) });
  for (const line of servers.missing) console.log(`! ${line}; left out`);
  return servers;
};

/** Python with trafilatura, where it can be installed. */
const withTrafilatura = async (env) => {
  try {
    const packages = [`trafilatura==${TRAFILATURA}`, 'lxml_html_clean'];
    const python = await pythonTools({ root: ROOT, env, name: `trafilatura-${TRAFILATURA}`, packages });
    return { env: { TRAFILATURA_PYTHON: python } };
  } catch (error) {
    console.log(`! trafilatura: ${error.message}`);
    return {};
  }
};

/** The benches by the first argument; further arguments are for the bench. `needsFleet` means Redis and Chromium. */
const BENCHES = {
  requests: { script: 'fleet', needsFleet: true },
  batch: { script: 'batch/main', needsFleet: true },
  peers: {
    script: 'peers/main',
    needsFleet: true,
    prepare: (env, args) => (args.includes('stores') ? withServers(env) : {}),
  },
  crawl: { script: 'crawl/main', needsFleet: true },
  capacity: { script: 'capacity/main', needsFleet: true, prepare: withServers },
  extract: { script: 'extract/main' },
  parsers: { script: 'parsers/main' },
  'main-text': { script: 'main-text/compare', prepare: withTrafilatura },
  reading: { script: 'reading/main', prepare: withTrafilatura },
  fields: { script: 'fields/main' },
};

await runMain(async () => {
  const [word, ...args] = process.argv.slice(2);
  const bench = BENCHES[word];
  if (bench === undefined) throw new Failure(`Say which bench: ${Object.keys(BENCHES).join(', ')}`);
  const { node, tools, missing } = await setUp({ withTools: bench.needsFleet === true });
  if (bench.needsFleet && missing.length > 0) throw new Failure(missing.map(({ line }) => line).join('\n'));
  const prepared = (await bench.prepare?.(process.env, args)) ?? {};
  const env = withPathFirst({ ...cleanEnvironment(process.env), ...tools, ...prepared.env }, path.dirname(node));
  try {
    const script = `bench/dist/${bench.script}.js`;
    return await runAttached(node, ['--disable-warning=ExperimentalWarning', script, ...args], { cwd: ROOT, env });
  } finally {
    await prepared.stop?.();
  }
});
