/** The scenario by the installed command line. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { text } from 'node:stream/consumers';

/** Some items of a batch have failed. */
const ITEMS_FAILED = 3;

const linesOf = async (file) => (existsSync(file) ? (await readFile(file, 'utf8')).split('\n').filter(Boolean) : []);

export const byCommandLine = async ({ program, baseUrl, apiKey, pageUrl, query, items, hook, folder }) => {
  const start = (...args) =>
    spawn(process.execPath, [program, ...args], {
      cwd: folder,
      env: { PATH: process.env.PATH, HOME: folder, QUARRY_URL: baseUrl, QUARRY_API_KEY: apiKey },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  const quarry = async (...args) => {
    const child = start(...args);
    const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
    if (code !== 0 && code !== ITEMS_FAILED) throw new Error(`quarry ${args.join(' ')} ended with ${code}: ${err}`);
    return out;
  };
  const json = async (...args) => JSON.parse(await quarry(...args));

  const page = await json('scrape/web', '--url', pageUrl, '--jsRendering', 'false', '--outputFormat', 'markdown');
  const found = await json('enginea/serp', '--q', query);
  await writeFile(path.join(folder, 'items.ndjson'), items.map((item) => JSON.stringify(item)).join('\n'));
  const params = ['--params', '{"jsRendering":false}', '--webhook', hook];
  const jobId = (await quarry('batch', 'submit', 'items.ndjson', ...params)).trim();
  const results = path.join(folder, 'results.ndjson');
  const follow = ['batch', 'resume', jobId, '--out', results];
  const first = start(...follow);
  const ended = once(first, 'exit');
  first.stdout.resume();
  first.stderr.on('data', async () => (await linesOf(results)).length > 0 && first.kill('SIGINT'));
  await ended;
  await quarry(...follow);
  const { id, html } = page.requestMetadata;
  await quarry('requests', 'download', html, '-o', 'page.html');
  const again = await json('requests', 'reparse', id, '--params', '{"outputFormat":["text"]}');
  return {
    jobId,
    markdown: page.markdown,
    titles: found.organicResults.map(({ title }) => title),
    rows: (await linesOf(results))
      .map((line) => JSON.parse(line).result)
      .map((row) => [row.index, row.error ?? row.status]),
    html: await readFile(path.join(folder, 'page.html'), 'utf8'),
    text: again.text,
  };
};
