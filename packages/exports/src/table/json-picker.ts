import { isPlainObject } from '@quarry/contracts';

/** The steps to a value: names in objects, positions in lists. */
export type JsonPath = readonly string[];

/** Stands for a value that would exceed the limit. */
export const TOO_LARGE = Symbol('too large');

interface Node {
  readonly children: Map<string, Node>;
  isWanted: boolean;
  /** JSON of the value, once it has been read. */
  found?: Buffer | typeof TOO_LARGE;
}

/** An object or list that is being read. */
interface Frame {
  readonly node: Node;
  readonly isList: boolean;
  /** Name of the current value; undefined until it has been read. */
  key: string | undefined;
  index: number;
}

/** A name or value that is being passed over, with its bytes if they are wanted. */
interface Span {
  readonly isName: boolean;
  readonly isScalar: boolean;
  readonly node: Node | undefined;
  depth: number;
  isInText: boolean;
  isEscaped: boolean;
  parts: Uint8Array[] | undefined;
  /** How much of it may still be kept. */
  leftBytes: number;
}

const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a];
const [OPEN_OBJECT, CLOSE_OBJECT, OPEN_LIST, CLOSE_LIST] = [0x7b, 0x7d, 0x5b, 0x5d];

/** Bytes of a name; a longer one is none that a path could have. */
const MAX_NAME_BYTES = 1_024;

const isSpace = (byte: number): boolean => byte === 0x20 || (byte >= 0x09 && byte <= 0x0d);
const isOpening = (byte: number): boolean => byte === OPEN_OBJECT || byte === OPEN_LIST;
const isClosing = (byte: number): boolean => byte === CLOSE_OBJECT || byte === CLOSE_LIST;

const newNode = (): Node => ({ children: new Map(), isWanted: false });

const stepInto = (value: unknown, key: string): unknown => {
  if (Array.isArray(value)) return /^(?:0|[1-9]\d*)$/.test(key) ? (value as unknown[])[Number(key)] : undefined;
  return isPlainObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
};

/**
 * Picks values out of a JSON text that arrives in parts, and holds nothing else of it. Values that are wanted may have at most
 * `maxBytes` together; one that exceeds this is `TOO_LARGE`.
 */
export class JsonPicker {
  readonly #root = newNode();
  readonly #frames: Frame[] = [];
  #span: Span | undefined;
  #leftBytes: number;
  #isBegun = false;

  constructor(paths: readonly JsonPath[], maxBytes: number) {
    this.#leftBytes = maxBytes;
    for (const path of paths) {
      let node = this.#root;
      for (const key of path) {
        const child = node.children.get(key) ?? newNode();
        node.children.set(key, child);
        node = child;
      }
      node.isWanted = true;
    }
  }

  write(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length;) {
      if (this.#span !== undefined) at = this.#passOver(this.#span, bytes, at);
      else at = this.#step(bytes[at] ?? 0) ? at + 1 : at;
    }
  }

  /** The value at a path given to the constructor; undefined if the text has none. Throws if the text is incomplete. */
  valueAt(path: JsonPath): unknown {
    if (!this.#isBegun || this.#frames.length > 0 || this.#span !== undefined) throw new Error('incomplete JSON');
    let node: Node | undefined = this.#root;
    for (const [index, key] of path.entries()) {
      node = node?.children.get(key);
      // A value that is wanted is read as a whole, with the wanted parts of it.
      if (node?.found === TOO_LARGE) return TOO_LARGE;
      if (node?.found !== undefined) {
        return path.slice(index + 1).reduce<unknown>(stepInto, JSON.parse(node.found.toString('utf8')));
      }
    }
    return undefined;
  }

  /** Reads one byte between values. False if it belongs to what follows. */
  #step(byte: number): boolean {
    const frame = this.#frames.at(-1);
    if (isSpace(byte) || byte === COLON) return true;
    if (byte === COMMA && frame !== undefined) {
      frame.index += 1;
      frame.key = undefined;
      return true;
    }
    if (isClosing(byte)) {
      this.#frames.pop();
      return true;
    }
    if (frame !== undefined && !frame.isList && frame.key === undefined) {
      this.#begin(byte, undefined, true);
      return false;
    }
    this.#isBegun = true;
    const node = this.#nodeOf(frame);
    if (node !== undefined && !node.isWanted && isOpening(byte)) {
      this.#frames.push({ node, isList: byte === OPEN_LIST, key: undefined, index: 0 });
      return true;
    }
    this.#begin(byte, node, false);
    return false;
  }

  #nodeOf(frame: Frame | undefined): Node | undefined {
    if (frame === undefined) return this.#root;
    return frame.node.children.get(frame.isList ? String(frame.index) : (frame.key ?? ''));
  }

  #begin(byte: number, node: Node | undefined, isName: boolean): void {
    const isScalar = byte !== QUOTE && !isOpening(byte);
    const parts = isName || node?.isWanted === true ? [] : undefined;
    const leftBytes = isName ? MAX_NAME_BYTES : this.#leftBytes;
    this.#span = { isName, isScalar, node, depth: 0, isInText: false, isEscaped: false, parts, leftBytes };
  }

  /** Reads on to the end of a name or value, or of the bytes; returns the position after it. */
  #passOver(span: Span, bytes: Uint8Array, from: number): number {
    const end = this.#endOf(span, bytes, from);
    if (span.parts !== undefined) this.#keep(span, bytes.subarray(from, end ?? bytes.length));
    if (end === undefined) return bytes.length;
    this.#span = undefined;
    this.#close(span);
    return end;
  }

  #endOf(span: Span, bytes: Uint8Array, from: number): number | undefined {
    for (let at = from; at < bytes.length; at += 1) {
      const byte = bytes[at] ?? 0;
      if (span.isInText) {
        if (span.isEscaped) span.isEscaped = false;
        else if (byte === BACKSLASH) span.isEscaped = true;
        else if (byte === QUOTE) {
          span.isInText = false;
          if (span.depth === 0) return at + 1;
        }
      } else if (span.isScalar) {
        if (isSpace(byte) || byte === COMMA || isClosing(byte)) return at;
      } else if (byte === QUOTE) span.isInText = true;
      else if (isOpening(byte)) span.depth += 1;
      else if (isClosing(byte)) {
        span.depth -= 1;
        if (span.depth === 0) return at + 1;
      }
    }
    return undefined;
  }

  #keep(span: Span, bytes: Uint8Array): void {
    span.leftBytes -= bytes.length;
    if (span.leftBytes >= 0) span.parts?.push(bytes);
    else span.parts = undefined;
  }

  #close({ isName, node, parts, leftBytes }: Span): void {
    const json = parts === undefined ? undefined : Buffer.concat(parts);
    const frame = this.#frames.at(-1);
    if (isName && frame !== undefined) frame.key = json === undefined ? '' : String(JSON.parse(json.toString('utf8')));
    else if (node?.isWanted) {
      node.found = json ?? TOO_LARGE;
      if (json !== undefined) this.#leftBytes = leftBytes;
    }
  }
}
