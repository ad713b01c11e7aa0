import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { trimUrl } from '@quarry/contracts';
import { readLines, type InputLine } from './read-lines.js';

/** Maximum size of a file with one JSON array, which must be held in memory; files of lines have no limit. */
export const MAX_ARRAY_BYTES = 64 * 1_048_576;

export interface InputItem {
  /** From 1: of the line, or of the array's item. */
  readonly number: number;
  readonly value?: unknown;
  readonly problem?: string;
}

/** Requests that can be read repeatedly. */
export interface RequestFile {
  readonly place: 'line' | 'item';
  readonly items: () => AsyncIterable<InputItem>;
  readonly close: () => Promise<void>;
}

/** A file without requests in a known format; `message` says what to do. */
export class RequestFileError extends Error {
  override readonly name = 'RequestFileError';
}

const OPENING_BYTES = 65_536;

/** The first character that is not white space, within the first bytes. */
const firstCharacter = async (path: string): Promise<string> => {
  let opening = '';
  for await (const chunk of createReadStream(path, { end: OPENING_BYTES - 1, encoding: 'utf8' })) {
    opening += String(chunk);
  }
  return opening
    .replace(/^\uFEFF/, '')
    .trimStart()
    .charAt(0);
};

const isUrl = (text: string): boolean => /^https?:\/\//i.test(trimUrl(text));

/** A URL alone is a request for that page. */
const requestOf = (value: unknown, takesUrls: boolean): unknown =>
  takesUrls && typeof value === 'string' && isUrl(value) ? { url: value } : value;

const readItem = ({ number, text = '', problem }: InputLine, takesUrls: boolean): InputItem | undefined => {
  if (problem !== undefined) return { number, problem };
  const trimmed = text.trim();
  if (trimmed === '') return undefined;
  if (takesUrls && isUrl(trimmed)) return { number, value: requestOf(trimmed, true) };
  try {
    return { number, value: requestOf(JSON.parse(trimmed), takesUrls) };
  } catch {
    return { number, problem: takesUrls ? 'is neither a JSON object nor a URL' : 'is not a JSON object' };
  }
};

async function* readItems(path: string, takesUrls: boolean): AsyncGenerator<InputItem> {
  for await (const line of readLines(createReadStream(path))) {
    const item = readItem(line, takesUrls);
    if (item) yield item;
  }
}

const readArray = async (path: string, takesUrls: boolean): Promise<readonly InputItem[]> => {
  const { size } = await stat(path);
  if (size > MAX_ARRAY_BYTES) {
    throw new RequestFileError(
      `${path} is a JSON array of more than ${MAX_ARRAY_BYTES} bytes. Write one request per line instead.`,
    );
  }
  try {
    // safe because JSON that begins with a bracket is an array
    const values = JSON.parse((await readFile(path, 'utf8')).replace(/^\uFEFF/, '')) as readonly unknown[];
    return values.map((value, index) => ({ number: index + 1, value: requestOf(value, takesUrls) }));
  } catch {
    throw new RequestFileError(
      `${path} begins like a JSON array but is not one. Write an array of requests, or one request per line.`,
    );
  }
};

const openFile = async (path: string, takesUrls: boolean): Promise<Omit<RequestFile, 'close'>> => {
  if ((await firstCharacter(path)) !== '[') return { place: 'line', items: () => readItems(path, takesUrls) };
  const items = await readArray(path, takesUrls);
  return {
    place: 'item',
    items: async function* () {
      yield* items;
    },
  };
};

/**
 * Opens requests: one JSON object or (if `takesUrls`) one URL per line, or a JSON array of those. `-` is `input`, copied to a
 * temporary file because it is read twice. Rejects with `RequestFileError` or the system's error.
 */
export const openRequestFile = async (
  path: string,
  { takesUrls, input, signal }: { takesUrls: boolean; input: AsyncIterable<Uint8Array>; signal: AbortSignal },
): Promise<RequestFile> => {
  if (path !== '-') return { ...(await openFile(path, takesUrls)), close: async () => undefined };
  const folder = await mkdtemp(join(tmpdir(), 'quarry-submit-'));
  const close = (): Promise<void> => rm(folder, { recursive: true, force: true });
  try {
    const copy = join(folder, 'requests');
    await pipeline(input, createWriteStream(copy), { signal });
    return { ...(await openFile(copy, takesUrls)), close };
  } catch (error) {
    await close();
    throw error;
  }
};
