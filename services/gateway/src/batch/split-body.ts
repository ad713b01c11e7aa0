import { randomUUID } from 'node:crypto';
import { Turns } from './turns.js';

/** A submission taken apart: its items are parsed one by one, when their turn comes. */
export interface SplitBody {
  /**
   * The body; `requests` is a list with nothing in it, or what stands there instead of a list. Its length is the number of
   * items, and one more than asked for where there are more: room for millions of places would cost more than the text.
   */
  readonly frame: Record<string, unknown>;
  /** JSON texts of the items, no more than asked for. An item's own syntax is not checked. */
  readonly items: readonly string[];
}

export class SplitBodyError extends Error {
  override readonly name = 'SplitBodyError';

  constructor(readonly problem: 'syntax' | 'frame_too_large') {
    super(problem);
  }
}

export interface SplitLimits {
  readonly maxItems: number;
  /** Characters of everything but the items. */
  readonly maxFrameChars: number;
}

/** Characters between two looks at the clock, which cost more than a step. */
const CHARS_PER_LOOK = 16_384;

const QUOTE = 0x22;
const COMMA = 0x2c;
const LEFT_BRACKET = 0x5b;
const RIGHT_BRACKET = 0x5d;
const LEFT_BRACE = 0x7b;
const RIGHT_BRACE = 0x7d;

/** Index after the text that begins at `start`. */
const afterText = (json: string, start: number): number => {
  for (let end = json.indexOf('"', start + 1); end >= 0; end = json.indexOf('"', end + 1)) {
    let slash = end - 1;
    while (json[slash] === '\\') slash -= 1;
    if ((end - slash) % 2 === 1) return end + 1;
  }
  return json.length;
};

const NAME = '"requests"';
const LIST_BEGIN = /\s*:\s*\[/y;

interface List {
  /** Index of its opening bracket. */
  readonly start: number;
  /** Index after its closing one. */
  readonly end: number;
  readonly count: number;
  readonly items: readonly string[];
}

/** Goes over a JSON text mark by mark. On a text that is no JSON it may find anything: all pieces are parsed later on. */
class Scan {
  readonly #json: string;
  readonly #turns = new Turns();
  #at = 0;
  #from = 0;
  #lookAt = 0;
  depth = 0;

  constructor(json: string, at = 0) {
    this.#json = json;
    this.#at = at;
  }

  /** Index after the last mark. */
  get at(): number {
    return this.#at;
  }

  /** Whether the text just gone past is this one, quotes included. */
  isText(quoted: string): boolean {
    return this.#at - this.#from === quoted.length && this.#json.endsWith(quoted, this.#at);
  }

  isTurnOver(): boolean {
    if (this.#at < this.#lookAt) return false;
    this.#lookAt = this.#at + CHARS_PER_LOOK;
    return this.#turns.isOver();
  }

  takeTurns(): Promise<void> {
    return this.#turns.take();
  }

  /**
   * The next mark that is no part of a text, and goes past it; of a text its first quote. Minds the depth. Where none comes for
   * long, the character that stands there. NaN at the end.
   */
  step(): number {
    for (const until = this.#at + CHARS_PER_LOOK; ;) {
      const char = this.#json.charCodeAt(this.#at);
      this.#at += 1;
      switch (char) {
        case LEFT_BRACE:
        case LEFT_BRACKET:
          this.depth += 1;
          return char;
        case RIGHT_BRACE:
        case RIGHT_BRACKET:
          this.depth -= 1;
          return char;
        case QUOTE:
          this.#from = this.#at - 1;
          this.#at = afterText(this.#json, this.#from);
          return char;
        case COMMA:
          return char;
        default:
          if (Number.isNaN(char) || this.#at > until) return char;
      }
    }
  }
}

/** Where the list opens that stands under `requests` in the outermost object; undefined where that name is not written plainly. */
const findList = async (json: string): Promise<number | undefined> => {
  const scan = new Scan(json);
  let isName = false;
  for (let char = scan.step(); !Number.isNaN(char); char = scan.step()) {
    if (char === QUOTE) {
      LIST_BEGIN.lastIndex = scan.at;
      if (isName && scan.isText(NAME) && LIST_BEGIN.test(json)) return LIST_BEGIN.lastIndex - 1;
      isName = false;
    } else if (char === LEFT_BRACE || char === COMMA) isName = scan.depth === 1;
    if (scan.isTurnOver()) await scan.takeTurns();
  }
  return undefined;
};

const readList = async (json: string, start: number, maxItems: number): Promise<List> => {
  const scan = new Scan(json, start);
  const items: string[] = [];
  let count = 0;
  let from = start + 1;
  const add = (end: number): void => {
    count += 1;
    if (items.length < maxItems) items.push(json.slice(from, end));
    from = end + 1;
  };
  for (let char = scan.step(); !Number.isNaN(char); char = scan.step()) {
    if (char === COMMA && scan.depth === 1) add(scan.at - 1);
    if (scan.depth === 0) {
      const isEmpty = count === 0 && json.slice(from, scan.at - 1).trim() === '';
      if (!isEmpty) add(scan.at - 1);
      return { start, end: scan.at, count, items };
    }
    if (scan.isTurnOver()) await scan.takeTurns();
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

const rewrite = (items: readonly unknown[]): readonly string[] => {
  try {
    return items.map((item) => JSON.stringify(item));
  } catch {
    // Nested too deep to be written.
    throw new SplitBodyError('syntax');
  }
};

/**
 * Takes the JSON text of a submission apart without building all of it, in turns. What comes out is what `JSON.parse` would
 * have said, once every item is parsed. Rejects with a `SplitBodyError`.
 */
export const splitBody = async (json: string, { maxItems, maxFrameChars }: SplitLimits): Promise<SplitBody> => {
  const start = await findList(json);
  const list = start === undefined ? undefined : await readList(json, start, maxItems);
  const placeholder = randomUUID();
  const rest = list === undefined ? json : `${json.slice(0, list.start)}"${placeholder}"${json.slice(list.end)}`;
  if (rest.length > maxFrameChars) throw new SplitBodyError('frame_too_large');
  const frame = parseObject(rest);
  if (list !== undefined && frame['requests'] === placeholder) {
    return { frame: { ...frame, requests: placesFor(list.count, maxItems) }, items: list.items };
  }
  // The name was written with escapes, or twice: the last one counts, as for any reader of JSON.
  const { requests } = frame;
  if (!Array.isArray(requests)) return { frame, items: [] };
  const places = placesFor(requests.length, maxItems);
  return { frame: { ...frame, requests: places }, items: rewrite(requests.slice(0, maxItems)) };
};
