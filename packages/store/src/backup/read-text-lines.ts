import { createReadStream } from 'node:fs';

const NEWLINE = 0x0a;

/** The lines of a text file, without their line feeds. Only a line feed ends a line, whatever else stands in it. */
export async function* readTextLines(path: string): AsyncGenerator<string> {
  let held: Buffer[] = [];
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    let start = 0;
    for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, start)) {
      held.push(chunk.subarray(start, at));
      yield Buffer.concat(held).toString('utf8');
      held = [];
      start = at + 1;
    }
    held.push(chunk.subarray(start));
  }
  const rest = Buffer.concat(held);
  if (rest.byteLength > 0) yield rest.toString('utf8');
}
