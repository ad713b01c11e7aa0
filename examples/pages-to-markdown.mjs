// Turns up to 10,000 pages into markdown files for a search index, with one batch.
//
//   node examples/pages-to-markdown.mjs urls.txt pages
//
// urls.txt has one address per line. Run it again after a crash: the same list is the same batch, and nothing is paid for twice.
import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';

const [listFile, folder] = process.argv.slice(2);
const { QUARRY_URL: baseUrl = 'http://127.0.0.1:3000', QUARRY_API_KEY: key } = process.env;
const POLL_MS = 1_000;

const call = async (path, options = {}) => {
  const headers = { 'x-api-key': key, 'content-type': 'application/json', ...options.headers };
  const response = await fetch(`${baseUrl}${path}`, { ...options, headers });
  if (!response.ok) throw new Error((await response.json()).message);
  return response;
};

const urls = (await readFile(listFile, 'utf8')).split('\n').filter((line) => line.trim() !== '');
const body = JSON.stringify({
  requests: urls.map((url) => ({ url: url.trim() })),
  defaults: { outputFormat: ['markdown'], onlyMainContent: true },
});
const idempotencyKey = createHash('sha256').update(body).digest('hex');
const submitted = await call('/scrape/batch/web', {
  method: 'POST',
  headers: { 'idempotency-key': idempotencyKey },
  body,
});
const job = `/scrape/batch/web/${(await submitted.json()).jobId}`;

for (;;) {
  const { data } = await (await call(job)).json();
  if (['done', 'stopped'].includes(data.status)) break;
  await setTimeout(POLL_MS);
}

await mkdir(folder, { recursive: true });
const { body: lines } = await call(`${job}/results.ndjson?answers=true`);
for await (const line of createInterface({ input: Readable.fromWeb(lines) })) {
  const { query, result, answer } = JSON.parse(line);
  if (result.status !== 'ok' || answer.statusCode >= 400) {
    console.error(`${query.url}: ${result.message ?? answer.statusCode}`);
    continue;
  }
  await writeFile(
    `${folder}/${result.index}.md`,
    `---\nsource: ${JSON.stringify(query.url)}\n---\n\n${answer.markdown}\n`,
  );
}
