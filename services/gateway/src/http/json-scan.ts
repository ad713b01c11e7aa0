/** Bytes that are gone over at once. */
const BYTES_PER_LOOK = 65_536;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
export const COMMA = 0x2c;
export const LEFT_BRACKET = 0x5b;
const RIGHT_BRACKET = 0x5d;
export const LEFT_BRACE = 0x7b;
const RIGHT_BRACE = 0x7d;

/** A text in quotes was gone past. */
export const TEXT = QUOTE;
/** Enough was gone over at once: a place to let others have their turn. */
export const PAUSE = 0;
export const END = -1;

const IS_MARK = new Uint8Array(256);
for (const mark of [QUOTE, COMMA, LEFT_BRACKET, RIGHT_BRACKET, LEFT_BRACE, RIGHT_BRACE]) IS_MARK[mark] = 1;

/**
 * Goes over the bytes of a JSON text without making anything of them: where its outer parts lie, how much they hold and how
 * deep. No step goes further than a bounded number of bytes. On bytes that are no JSON it may find anything.
 */
export class JsonScan {
  readonly #bytes: Uint8Array;
  readonly #end: number;
  #at: number;
  #pauseAt: number;
  #textFrom = 0;
  #isInText = false;
  depth = 0;
  /** Most that objects and lists lay inside one another since this was set. */
  deepest = 0;
  /** Values since this was set: a few more than there are, and never less than one for each object, list and comma. */
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

  /** Index of the opening quote of the text just gone past. */
  get textFrom(): number {
    return this.#textFrom;
  }

  /** The next mark that is in nothing, or in the outermost object or list; of a text once it is gone past. PAUSE and END are none. */
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

  /** Goes on in a text, to its end or to the next pause. */
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

/** Values of a JSON text, as a scan counts them. At once: only for bytes that are few. */
export const countValues = (bytes: Uint8Array, from = 0, end = bytes.length): number => {
  const scan = new JsonScan(bytes, from, end);
  while (scan.next() !== END);
  return scan.values;
};
