// Measures what traces cost a process, in microseconds of CPU: `node infra/observability/trace-cost.mjs`, after a build.
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import process from 'node:process';
import {
  openTracing,
  quietTracing,
  readTraceContext,
  traceCarrier,
  traceIdOf,
  withinSpan,
  withRequestContext,
} from '../../packages/observability/dist/index.js';

const REQUESTS = 8_000;
/** Requests of one turn, and the pause before the next: 4,000 requests a second, so that exports keep up and nothing is dropped. */
const AT_ONCE = 20;
const PAUSE_MS = 5;
/** Counts the spans that it receives; a GET returns the count. */
const COLLECTOR = `let spans = 0;
require('node:http').createServer((request, answer) => {
  let text = '';
  request.on('data', (chunk) => { text += chunk; });
  request.on('end', () => {
    spans += text.split('"spanId"').length - 1;
    answer.end(request.method === 'GET' ? String(spans) : '{}');
  });
}).listen(0, '127.0.0.1', function () { process.stdout.write(String(this.address().port)); })`;

const log = {
  error: () => {},
  warn: (message) => process.stderr.write(`${message}\n`),
  info: () => {},
  debug: () => {},
};

/** The spans of one request in the gateway. */
const request = async (tracing, traceparent) => {
  const id = randomUUID();
  const parent = readTraceContext(traceparent, undefined);
  const span = tracing.begin('POST', { kind: 'server', parent, traceId: traceIdOf(id) });
  await withRequestContext(
    { requestId: id },
    async () => {
      await withinSpan('admission', {}, async () => undefined);
      const attributes = { 'messaging.destination.name': 'browser-scrape', 'quarry.attempt': 1 };
      await withinSpan('enqueue', { kind: 'producer', attributes }, async ({ context }) => traceCarrier(context));
      await withinSpan('wait', {}, async () => undefined);
    },
    span,
  );
  if (span.isRecording) {
    span.rename('POST /scrape/web');
    span.set({ 'http.request.method': 'POST', 'http.route': '/scrape/web', 'http.response.status_code': 200 });
    span.set({ 'quarry.request_id': id, 'quarry.verdict': 'ok', 'quarry.credits': 1 });
  }
  span.end();
};

/** The same without spans. */
const bare = async () => {
  const id = randomUUID();
  await withRequestContext({ requestId: id }, async () => {
    for (let index = 0; index < 3; index += 1) await (async () => undefined)();
  });
};

const measure = async (run) => {
  const before = process.cpuUsage();
  for (let done = 0; done < REQUESTS; done += AT_ONCE) {
    for (let index = 0; index < AT_ONCE; index += 1) await run();
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / REQUESTS;
};

const best = async (run) => Math.min(await measure(run), await measure(run), await measure(run));

const collector = spawn(process.execPath, ['-e', COLLECTOR], { stdio: ['ignore', 'pipe', 'inherit'] });
const [port] = await once(collector.stdout, 'data');
const rssBefore = process.memoryUsage().rss;
const open = (ratio) => openTracing({ service: 'cost', endpoint: `http://127.0.0.1:${port}`, ratio, log });
const traceparent = (flag) => `00-${traceIdOf(randomUUID())}-${traceIdOf(randomUUID()).slice(16)}-${flag}`;

const nothing = await best(bare);
await measure(() => request(quietTracing));
const say = (what, microseconds) =>
  process.stdout.write(`${what.padEnd(58)} ${(microseconds - nothing).toFixed(1).padStart(6)} µs a request\n`);
say('off', await best(() => request(quietTracing)));
say('off, the caller traces', await best(() => request(quietTracing, traceparent('01'))));
const none = await open(0);
process.stdout.write(
  `${'OpenTelemetry loaded'.padEnd(58)} ${((process.memoryUsage().rss - rssBefore) / 1e6).toFixed(0).padStart(6)} MB\n`,
);
say('on, not sampled', await best(() => request(none)));
const all = await open(1);
const on = await best(() => request(all));
say('on, every request with 4 spans, export included', on);
process.stdout.write(
  `${'on, one span, export included'.padEnd(58)} ${((on - nothing) / 4).toFixed(1).padStart(6)} µs\n`,
);
await Promise.all([none.close(), all.close()]);
const taken = await (await fetch(`http://127.0.0.1:${port}`)).text();
process.stdout.write(`${'spans that the collector took, of all'.padEnd(58)} ${taken} of ${3 * 4 * REQUESTS}\n`);
collector.kill();
