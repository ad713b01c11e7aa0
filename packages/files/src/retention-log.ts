import { open, unlink, type FileHandle } from 'node:fs/promises';
import { whenMissing } from './is-missing.js';

/** Bytes of a log that are read at once, from its end. */
export const LOG_CHUNK_BYTES = 65_536;

const LINE_END = 10;

interface Line {
  readonly text: string;
  readonly startsAt: number;
  /** Where the line ends, its line feed included. */
  readonly endsAt: number;
}

/** The lines between two places of a file, the last first; with `isCut`, a line that begins before `from` is left out. */
const readLines = async (handle: FileHandle, from: number, to: number, isCut: boolean): Promise<Line[]> => {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(to - from), 0, to - from, from);
  const lines: Line[] = [];
  let start = isCut ? buffer.indexOf(LINE_END) + 1 : 0;
  while (start < bytesRead) {
    const end = buffer.indexOf(LINE_END, start);
    const stop = end === -1 ? bytesRead : end;
    const text = buffer.toString('utf8', start, stop);
    lines.push({ text, startsAt: from + start, endsAt: from + Math.min(stop + 1, bytesRead) });
    start = stop + 1;
  }
  return lines.reverse();
};

/** Never enlarges it: another process may have cut off more. */
const cutTo = async (handle: FileHandle, sizeBytes: number): Promise<void> => {
  if ((await handle.stat()).size > sizeBytes) await handle.truncate(sizeBytes);
};

/** Takes lines off the end of the open log. False: `take` refused one, which stays with all lines before it. */
const consume = async (handle: FileHandle, take: (line: string) => Promise<boolean>): Promise<boolean> => {
  let end = (await handle.stat()).size;
  while (end > 0) {
    const from = Math.max(0, end - LOG_CHUNK_BYTES);
    const lines = await readLines(handle, from, end, from > 0);
    for (const { text, endsAt } of lines) {
      if (await take(text)) continue;
      await cutTo(handle, endsAt);
      return false;
    }
    // The line that the chunk cuts at its beginning is read with the next chunk.
    end = lines.at(-1)?.startsAt ?? from;
    await cutTo(handle, end);
  }
  return true;
};

/**
 * Takes lines off the end of a log, which is removed when none is left. If the process dies in the middle, all but the
 * last chunk stay taken. False when `take` refused a line.
 */
export const consumeLog = async (path: string, take: (line: string) => Promise<boolean>): Promise<boolean> => {
  const handle = await open(path, 'r+').catch(whenMissing(null));
  if (handle === null) return true;
  try {
    if (!(await consume(handle, take))) return false;
  } finally {
    await handle.close();
  }
  await unlink(path).catch(() => undefined);
  return true;
};
