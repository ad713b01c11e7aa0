/** For runtimes that run files: takes what is given as JSON in the first argument, prints the outcome as JSON. */
import { tryClient } from './try-client.mjs';

const args = globalThis.Deno?.args ?? process.argv.slice(2);
console.log(JSON.stringify(await tryClient(JSON.parse(args[0]))));
