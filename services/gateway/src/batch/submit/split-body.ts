import { randomUUID } from 'node:crypto';
import {
  COMMA,
  countValues,
  END,
  JsonScan,
  LEFT_BRACE,
  LEFT_BRACKET,
  PAUSE,
  TEXT,
} from '../../http/input/json-scan.js';
import { Turns } from '../../http/turns.js';

/** The shape of an item before it is parsed. */
export interface ItemShape {
  readonly sizeBytes: number;
  /** Number of its values, or slightly more. */
  readonly values: number;
  /** Nesting depth of its objects and lists. */
  readonly depth: number;
}

/** An item of a submission as a slice of its body, parsed later. Its syntax is not checked. */
export class ItemText implements ItemShape {
  #json: string | undefined;

  constructor(
    readonly body: Buffer,
    readonly from: number,
    readonly sizeBytes: number,
    readonly values: number,
    readonly depth: number,
  ) {}

  readBytes(): Buffer {
    return this.body.subarray(this.from, this.from + this.sizeBytes);
  }

  /** Cached, as both the digest of a keyed call and the check read it. */
  readJson(): string {
    return (this.#json ??= this.body.toString('utf8', this.from, this.from + this.sizeBytes));
  }
}

/** A submission split into items, which are parsed one by one later. */
export interface SplitBody {
  /**
   * The body; `requests` is an empty list with the length of the items, or the value sent instead of a list. The length is at
   * most `maxItems` + 1, because a list of millions would need more memory than the text.
   */
  readonly frame: Record<string, unknown>;
  /** At most `maxItems`. */
  readonly items: readonly ItemText[];
}

export class SplitBodyError extends Error {
  override readonly name = 'SplitBodyError';

  constructor(readonly problem: 'syntax' | 'frame_too_large' | 'frame_too_many') {
    super(problem);
  }
}

export interface SplitLimits {
  readonly maxItems: number;
  /** Bytes of everything except the items. */
  readonly maxFrameBytes: number;
  /** Values of everything except the items. */
  readonly maxFrameValues: number;
}

const NAME = '"requests"';
const NAME_MAX_BYTES = '"'.length * 2 + 'requests'.length * String.raw`\u0071`.length;
const COLON = 0x3a;
const BYTES_PER_LOOK = 65_536;

const isSpace = (byte: number | undefined): boolean => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;

const afterSpaces = async (bytes: Uint8Array, from: number, turns: Turns): Promise<number> => {
  let at = from;
  for (; isSpace(bytes[at]); at += 1) if (at % BYTES_PER_LOOK === 0) await turns.take();
  return at;
};

/** Index of the bracket of a list after a name; undefined if something else follows. */
const listAfter = async (bytes: Uint8Array, from: number, turns: Turns): Promise<number | undefined> => {
  const colon = await afterSpaces(bytes, from, turns);
  if (bytes[colon] !== COLON) return undefined;
  const start = await afterSpaces(bytes, colon + 1, turns);
  return bytes[start] === LEFT_BRACKET ? start : undefined;
};

/** Whether a string is the name of the list, with or without escapes. */
const isRequests = (text: Buffer): boolean => {
  if (text.length < NAME.length || text.length > NAME_MAX_BYTES) return false;
  const quoted = text.toString('latin1');
  if (!quoted.includes('\\')) return quoted === NAME;
  try {
    return JSON.parse(quoted) === 'requests';
  } catch {
    return false;
  }
};

/** Index of the list `requests` in the outermost object; undefined if there is none. */
const findList = async (bytes: Buffer): Promise<number | undefined> => {
  const turns = new Turns();
  const scan = new JsonScan(bytes);
  let isName = false;
  for (let mark = scan.next(); mark !== END; mark = scan.next()) {
    if (mark === PAUSE) await turns.take();
    else if (mark === TEXT) {
      const isTheirs = isName && isRequests(bytes.subarray(scan.textFrom, scan.at));
      const start = isTheirs ? await listAfter(bytes, scan.at, turns) : undefined;
      if (start !== undefined) return start;
      isName = false;
    } else if (mark === LEFT_BRACE || mark === COMMA) isName = scan.depth === 1;
  }
  return undefined;
};

interface List {
  /** Index after its closing bracket. */
  readonly end: number;
  readonly count: number;
  readonly items: readonly ItemText[];
}

const readList = async (bytes: Buffer, start: number, maxItems: number): Promise<List> => {
  const turns = new Turns();
  const scan = new JsonScan(bytes, start);
  const items: ItemText[] = [];
  let count = 0;
  let from = start + 1;
  const add = (end: number): void => {
    count += 1;
    if (items.length < maxItems) {
      // Without the list itself.
      const depth = Math.max(0, scan.deepest - 1);
      items.push(new ItemText(bytes, from, end - from, scan.values, depth));
    }
    from = end + 1;
    scan.values = 0;
    scan.deepest = 0;
  };
  for (let mark = scan.next(); mark !== END; mark = scan.next()) {
    if (mark === PAUSE) await turns.take();
    else if (mark === COMMA && scan.depth === 1) add(scan.at - 1);
    else if (scan.depth === 0) {
      const isEmpty = count === 0 && (await afterSpaces(bytes, from, turns)) === scan.at - 1;
      if (!isEmpty) add(scan.at - 1);
      return { end: scan.at, count, items };
    }
  }
  throw new SplitBodyError('syntax');
};

const parseObject = (json: string): Record<string, unknown> => {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    throw new SplitBodyError('syntax');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new SplitBodyError('syntax');
  return { ...value };
};

const placesFor = (count: number, maxItems: number): unknown[] => new Array<unknown>(Math.min(count, maxItems + 1));

const rewrite = (list: readonly unknown[]): Buffer => {
  try {
    return Buffer.from(JSON.stringify(list));
  } catch {
    // Too deeply nested to be written.
    throw new SplitBodyError('syntax');
  }
};

/** Everything except the list, with a placeholder for it. */
const readFrame = (
  bytes: Buffer,
  list: { readonly start: number; readonly end: number } | undefined,
  { maxFrameBytes, maxFrameValues }: SplitLimits,
  placeholder: string,
): Record<string, unknown> => {
  const { start, end } = list ?? { start: bytes.length, end: bytes.length };
  if (start + bytes.length - end > maxFrameBytes) throw new SplitBodyError('frame_too_large');
  if (countValues(bytes, 0, start) + countValues(bytes, end) > maxFrameValues) {
    throw new SplitBodyError('frame_too_many');
  }
  // The decoder drops a byte order mark.
  const head = new TextDecoder().decode(bytes.subarray(0, start));
  return parseObject(list === undefined ? head : `${head}"${placeholder}"${bytes.toString('utf8', end)}`);
};

/**
 * Splits the JSON text of a submission without parsing all of it at once, yielding between turns. Once every item is parsed,
 * the result equals that of `JSON.parse`. Rejects with a `SplitBodyError`.
 */
export const splitBody = async (bytes: Buffer, limits: SplitLimits): Promise<SplitBody> => {
  const { maxItems } = limits;
  const start = await findList(bytes);
  const list = start === undefined ? undefined : { start, ...(await readList(bytes, start, maxItems)) };
  const placeholder = randomUUID();
  const frame = readFrame(bytes, list, limits, placeholder);
  if (list !== undefined && frame['requests'] === placeholder) {
    return { frame: { ...frame, requests: placesFor(list.count, maxItems) }, items: list.items };
  }
  // The name occurs twice: the last one counts, as in any JSON parser.
  const { requests } = frame;
  if (!Array.isArray(requests)) return { frame, items: [] };
  const { count, items } = await readList(rewrite(requests), 0, maxItems);
  return { frame: { ...frame, requests: placesFor(count, maxItems) }, items };
};
