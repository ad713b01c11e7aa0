import { createServer } from 'node:http';
import { fontPage, fontProblems } from '../docker/proof/font-page.mjs';
import { findFreePorts } from '../local/host/local-ports.mjs';
import { Failure } from '../local/host/run-command.mjs';
import { PROJECT } from './newcomer-root.mjs';

const READY_TIMEOUT_MS = 1_800_000;
const STOP_TIMEOUT_MS = 60_000;
const ADDRESS_OF_THE_LINE = 'https://example.com';
const ARTICLE = `<!doctype html><html lang="en"><head><title>A page</title></head><body><main><h1>A page to read</h1>
<p>${'It has a few sentences, so that it is worth reading. '.repeat(8)}<a href="/more">More</a></p></main></body></html>`;

const servePages = async () => {
  const server = createServer((request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(request.url === '/signs' ? fontPage() : ARTICLE);
  });
  await new Promise((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const authority = `127.0.0.1:${server.address().port}`;
  return { authority, url: `http://${authority}`, close: () => server.close() };
};

/** Collects what a program prints. */
const hear = ({ child, ended }, say) => {
  let text = '';
  const waiting = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (part) => {
      text += part;
      say(part);
      for (const { pattern, resolve } of waiting) if (pattern.test(text)) resolve(true);
    });
  }
  return {
    text: () => text,
    /** Whether it printed this before it ended or the time ran out. */
    waitFor(pattern, timeoutMs) {
      let timer;
      const heard = new Promise((resolve) => {
        waiting.push({ pattern, resolve });
        timer = setTimeout(() => resolve(false), timeoutMs);
        ended.then(() => resolve(pattern.test(text)));
      });
      return heard.finally(() => clearTimeout(timer));
    },
  };
};

/** Runs the curl line that `npm start` printed in the root, for another page; returns status line, headers and body. */
const sendLine = async (root, line, page, more = {}) => {
  const asked = line.replace(ADDRESS_OF_THE_LINE, page).replace(
    /"extractLinks":true/,
    Object.entries({ extractLinks: true, ...more })
      .map(([name, value]) => `"${name}":${JSON.stringify(value)}`)
      .join(','),
  );
  const { code, output } = await root.run(['sh', '-c', `${asked} -i`]);
  if (code !== 0) throw new Failure('curl failed', output);
  const [head, ...body] = output.split('\r\n\r\n');
  return { head, body: JSON.parse(body.join('\r\n\r\n')) };
};

const lineProblems = ({ head, body }) => [
  ...(/^HTTP\/1\.1 200 /.test(head) && body.statusCode === 200
    ? []
    : [`${head.split('\r\n')[0]}: ${JSON.stringify(body)}`]),
  ...(/^x-credits-charged: 1\r?$/m.test(head) ? [] : ['it was not charged with 1 credit']),
  ...(body.markdown?.startsWith('# A page to read') ? [] : [`its markdown is ${JSON.stringify(body.markdown)}`]),
];

/**
 * Runs `npm start` until it is ready, its curl line for a page of ours, a page of many scripts in Chromium, and Ctrl-C. Each
 * check is `{ name, problems, seconds }`.
 */
export const proveStart = async ({ root, say }) => {
  const pages = await servePages();
  const [port] = await findFreePorts(1);
  const seen = [];
  const look = async (name, work) => {
    const startedAt = performance.now();
    const problems = await work().catch((error) => [error.log ? `${error.message}: ${error.log}` : error.message]);
    seen.push({ name, problems, seconds: (performance.now() - startedAt) / 1_000 });
    return problems.length === 0;
  };
  const given = { PORT: String(port), EGRESS_ALLOW: pages.authority };
  const npm = root.start(['sh', '-c', `cd ${PROJECT} && exec npm start`], given);
  const output = hear(npm, say);
  try {
    const isReady = await look('npm start is ready', async () =>
      (await output.waitFor(/^curl .*\n/m, READY_TIMEOUT_MS)) ? [] : ['it did not get ready'],
    );
    if (!isReady) return seen;
    const [line] = /^curl .*$/m.exec(output.text());
    await look('its curl line', async () => lineProblems(await sendLine(root, line, pages.url)));
    await look('signs of every script in Chromium', async () => {
      const { body } = await sendLine(root, line, `${pages.url}/signs`, {
        jsRendering: true,
        outputFormat: ['html'],
        wait: 1_000,
      });
      return body.rendered ? fontProblems(body.content ?? '') : [JSON.stringify(body)];
    });
    await look('Ctrl-C', async () => {
      npm.interrupt();
      const how = await Promise.race([
        npm.ended,
        new Promise((resolve) => {
          setTimeout(() => resolve('nothing'), STOP_TIMEOUT_MS).unref();
        }),
      ]);
      return /^Stopped$/m.test(output.text()) && (how === 0 || how === 130) ? [] : [`it ended with ${how}`];
    });
  } finally {
    npm.kill();
    await npm.ended;
    pages.close();
  }
  return seen;
};
