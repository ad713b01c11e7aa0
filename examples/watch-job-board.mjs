// Prints the job listings that were not there at the last run.
//
//   node examples/watch-job-board.mjs seen.json "data engineer" "Austin, TX"
import { readFile, writeFile } from 'node:fs/promises';

const [seenFile, keyword, location] = process.argv.slice(2);
const { QUARRY_URL: baseUrl = 'http://127.0.0.1:3000', QUARRY_API_KEY: key } = process.env;

const query = new URLSearchParams({ keyword, location, sort: 'date' });
const response = await fetch(`${baseUrl}/scrape/jobboard/listing?${query}`, { headers: { 'x-api-key': key } });
const answer = await response.json();
if (!response.ok) throw new Error(`${answer.error}: ${answer.message}`);

const seen = new Set(JSON.parse(await readFile(seenFile, 'utf8').catch(() => '[]')));
const nameOf = ({ jobKey, title, company }) => jobKey ?? `${title} at ${company}`;
const fresh = answer.jobs.filter((job) => !seen.has(nameOf(job)));
for (const job of fresh) console.log(`${job.title}\t${job.company ?? ''}\t${job.location ?? ''}\t${job.url ?? ''}`);
await writeFile(seenFile, JSON.stringify([...seen, ...fresh.map(nameOf)]));
