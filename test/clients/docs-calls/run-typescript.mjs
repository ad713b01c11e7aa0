/** Runs programs one after another: reads their files as a JSON list from standard input, prints what each printed. */
import { json } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { format } from 'node:util';

const printed = [];
const lines = [];
console.log = (...values) => lines.push(format(...values));
for (const file of await json(process.stdin)) {
  await import(pathToFileURL(file).href);
  printed.push(lines.splice(0).join('\n'));
}
process.stdout.write(JSON.stringify(printed));
