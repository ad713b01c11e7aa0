import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { cleanEnvironment } from '../local/host/environment.mjs';
import { runOrFail } from '../local/host/run-command.mjs';
import { cachedFolder } from './cached-folder.mjs';
import { startGuardedServer } from './guarded-server.mjs';
import { neededPrograms } from './needed-programs.mjs';

const SOURCE = fileURLToPath(new URL('mongo-wire', import.meta.url));
/** Changes with the version in pom.xml and with the launcher. */
const CACHE_NAME = 'mongo-wire-1.47.0-2';
const APT_PACKAGES = ['default-jdk-headless', 'maven'];
const COPY_GOAL = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies';
const HEAP_MB = 192;
/** For a server that lives for minutes the second compiler and parallel garbage collection do not pay. */
const SHORT_LIVED = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC'];

/** A server that speaks MongoDB's protocol, with data in memory: `{ env: { TEST_MONGODB_URI }, stop }`. */
export const startMongoWire = async ({ root, env }) => {
  const [java, javac, maven] = await neededPrograms({
    names: ['java', 'javac', 'mvn'],
    aptPackages: APT_PACKAGES,
    env,
  });
  const options = { env: cleanEnvironment(env) };
  const folder = await cachedFolder(root, CACHE_NAME, async (partial) => {
    const mavenArgs = ['-q', '-B', '-f', path.join(SOURCE, 'pom.xml'), COPY_GOAL];
    await runOrFail(
      'Could not fetch mongo-java-server with Maven',
      maven,
      [...mavenArgs, `-DoutputDirectory=${partial}/jars`],
      options,
    );
    await runOrFail(
      'Could not compile the launcher of mongo-java-server',
      javac,
      ['-cp', `${partial}/jars/*`, '-d', `${partial}/classes`, path.join(SOURCE, 'MongoWire.java')],
      options,
    );
  });
  const { port, stop } = await startGuardedServer({
    name: 'mongo-wire',
    env,
    commandFor: (freePort) => [
      java,
      `-Xmx${HEAP_MB}m`,
      ...SHORT_LIVED,
      '-cp',
      `${folder}/jars/*:${folder}/classes`,
      'MongoWire',
      String(freePort),
    ],
  });
  return { env: { TEST_MONGODB_URI: `mongodb://127.0.0.1:${port}` }, stop };
};
