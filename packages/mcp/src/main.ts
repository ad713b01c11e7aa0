#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { startHttpServer } from './http/http-server.js';
import { HELP, readOptions, type McpOptions } from './options.js';
import { createQuarryApi } from './quarry/quarry-api.js';
import { createQuarryServer, listTools } from './quarry-server.js';
import { singleSpender, SpendingSessions } from './spending/sessions.js';

/** Version of this package. */
const readVersion = (): string => {
  // safe because it is our own file
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
    version: string;
  };
  return version;
};

/** Over stdio, standard output belongs to the protocol. */
const say = (text: string): void => void process.stderr.write(`quarry-mcp: ${text}\n`);

const complain = (error: Error): void => say(error.message);

const runStdio = ({ baseUrl, apiKey = '', maxCredits, tools: chosen }: McpOptions, version: string): void => {
  const api = createQuarryApi({ baseUrl, apiKey });
  const spender = singleSpender(maxCredits);
  const tools = listTools(chosen);
  serveStdio(() => createQuarryServer({ api, spender, tools, version }), { onerror: complain });
};

const runHttp = async (options: McpOptions, version: string): Promise<void> => {
  const { baseUrl, maxCredits, host, port, allowedHosts } = options;
  const sessions = new SpendingSessions({ maxCredits });
  const tools = listTools(options.tools);
  const running = await startHttpServer({
    ...{ host, port, allowedHosts },
    serve: (apiKey) =>
      createQuarryServer({ api: createQuarryApi({ baseUrl, apiKey }), spender: sessions.of(apiKey), tools, version }),
    onError: complain,
  });
  say(`listening on ${running.url}, for ${baseUrl}`);
  const stop = (): void => void running.close();
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
};

const toolNames = listTools().map(({ name }) => name);
const read = readOptions(process.argv.slice(2), process.env, toolNames);
if (read.kind === 'help') process.stdout.write(HELP);
else if (read.kind === 'version') process.stdout.write(`${readVersion()}\n`);
else if (read.kind === 'wrong') {
  read.problems.forEach(say);
  process.exitCode = 2;
} else if (read.options.isHttp) {
  await runHttp(read.options, readVersion()).catch((error: unknown) => {
    say(`cannot listen: ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 1;
  });
} else runStdio(read.options, readVersion());
