/** Bytes scanned at once. */
const BYTES_PER_LOOK = 65_536;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
export const COMMA = 0x2c;
export const LEFT_BRACKET = 0x5b;
const RIGHT_BRACKET = 0x5d;
export const LEFT_BRACE = 0x7b;
const RIGHT_BRACE = 0x7d;

/** A string was passed. */
export const TEXT = QUOTE;
/** Enough was scanned at once: time to let others have a turn. */
export const PAUSE = 0;
export const END = -1;

const IS_MARK = new Uint8Array(256);
for (const mark of [QUOTE, COMMA, LEFT_BRACKET, RIGHT_BRACKET, LEFT_BRACE, RIGHT_BRACE]) IS_MARK[mark] = 1;

/**
 * Scans the bytes of a JSON text without parsing: where its outer parts are, how many values they have and how deep they are.
 * Each step scans a bounded number of bytes. On bytes that are not JSON the result is arbitrary.
 */
export class JsonScan {
  readonly #bytes: Uint8Array;
  readonly #end: number;
  #at: number;
  #pauseAt: number;
  #textFrom = 0;
  #isInText = false;
  depth = 0;
  /** Maximum nesting depth since this was set. */
  deepest = 0;
  /** Values since this was set: slightly more than there are, at least one for each object, list and comma. */
  values = 0;

  constructor(bytes: Uint8Array, from = 0, end = bytes.length) {
    this.#bytes = bytes;
    this.#end = end;
    this.#at = from;
    this.#pauseAt = Math.min(end, from + BYTES_PER_LOOK);
  }

  /** Index after the last mark. */
  get at(): number {
    return this.#at;
  }

  /** Index of the opening quote of the last string. */
  get textFrom(): number {
    return this.#textFrom;
  }

  /** The next mark at depth 0 or 1, a string once it is passed; or PAUSE or END. */
  next(): number {
    if (this.#at >= this.#end) return END;
    if (this.#at >= this.#pauseAt) {
      this.#pauseAt = Math.min(this.#end, this.#at + BYTES_PER_LOOK);
      return PAUSE;
    }
    const bytes = this.#bytes;
    const pauseAt = this.#pauseAt;
    let at = this.#at;
    let { depth, deepest, values } = this;
    let found = PAUSE;
    while (at < pauseAt) {
      if (this.#isInText) {
        at = this.#passText(at);
        if (this.#isInText) break;
        if (depth <= 1) {
          found = TEXT;
          break;
        }
        continue;
      }
      const byte = bytes[at] ?? 0;
      at += 1;
      if (IS_MARK[byte] === 0) continue;
      if (byte === QUOTE) {
        this.#isInText = true;
        this.#textFrom = at - 1;
        continue;
      }
      if (byte === RIGHT_BRACKET || byte === RIGHT_BRACE) depth -= 1;
      else {
        values += 1;
        if (byte !== COMMA) {
          depth += 1;
          if (depth > deepest) deepest = depth;
        }
      }
      if (depth <= 1) {
        found = byte;
        break;
      }
    }
    this.#at = at;
    this.depth = depth;
    this.deepest = deepest;
    this.values = values;
    return found;
  }

  /** Scans a string to its end or to the next pause. */
  #passText(from: number): number {
    const bytes = this.#bytes;
    const pauseAt = this.#pauseAt;
    for (let at = from; at < pauseAt; at += 1) {
      const byte = bytes[at];
      if (byte === BACKSLASH) at += 1;
      else if (byte === QUOTE) {
        this.#isInText = false;
        return at + 1;
      }
      if (at >= pauseAt) return at + 1;
    }
    return pauseAt;
  }
}

/** Values of a JSON text as a scan counts them, without pauses: only for few bytes. */
export const countValues = (bytes: Uint8Array, from = 0, end = bytes.length): number => {
  const scan = new JsonScan(bytes, from, end);
  while (scan.next() !== END);
  return scan.values;
};
