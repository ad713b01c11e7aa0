import type { Readable } from 'node:stream';

/** Largest message of a browser that is accepted: a document of the greatest size with every character escaped. */
export const MAX_BROWSER_MESSAGE_BYTES = 160_000_000;
/** Error message in place of a response that is too large. */
export const MESSAGE_TOO_LARGE = 'The answer is too large.';

const NUL = 0;
/** The first and the last field of a message say which command it responds to. */
const ENDS_BYTES = 256;
const ID = /^\{"id":(\d+)/;
const SESSION = /"sessionId":"([\w-]+)"\}$/;

type Take = (chunk: Buffer) => void;

/** The first parts, with at least `ENDS_BYTES` in total. */
const firstOf = (parts: readonly Buffer[]): Buffer[] => {
  const first: Buffer[] = [];
  let bytes = 0;
  for (const part of parts) {
    if (bytes >= ENDS_BYTES) break;
    first.push(part);
    bytes += part.length;
  }
  return first;
};

class Bound {
  private held: Buffer[] = [];
  private heldBytes = 0;
  private head = '';
  private tail: Buffer | undefined;

  private readonly forward: Take;
  private readonly maxBytes: number;

  constructor(forward: Take, maxBytes: number) {
    this.forward = forward;
    this.maxBytes = maxBytes;
  }

  take(chunk: Buffer): void {
    let from = 0;
    for (let end = chunk.indexOf(NUL); end !== -1; end = chunk.indexOf(NUL, from)) {
      this.hold(chunk.subarray(from, end + 1));
      this.finish();
      from = end + 1;
    }
    if (from < chunk.length) this.hold(chunk.subarray(from));
  }

  private hold(part: Buffer): void {
    if (this.tail) {
      this.tail = Buffer.concat([this.tail, part.subarray(-ENDS_BYTES)]).subarray(-ENDS_BYTES);
      return;
    }
    this.held.push(part);
    this.heldBytes += part.length;
    if (this.heldBytes <= this.maxBytes) return;
    this.head = Buffer.concat(firstOf(this.held)).toString('latin1', 0, ENDS_BYTES);
    this.tail = Buffer.concat(firstOf(this.held.reverse()).reverse()).subarray(-ENDS_BYTES);
    this.held = [];
  }

  private finish(): void {
    if (this.tail) this.refuse(this.tail.toString('latin1', 0, this.tail.length - 1));
    else for (const part of this.held) this.forward(part);
    this.held = [];
    this.heldBytes = 0;
    this.tail = undefined;
  }

  /** Fails the command that waits for the response; an event is dropped. */
  private refuse(end: string): void {
    const id = ID.exec(this.head)?.[1];
    if (id === undefined) return;
    const sessionId = SESSION.exec(end)?.[1];
    const error = { code: -32_000, message: MESSAGE_TOO_LARGE };
    this.forward(Buffer.from(`${JSON.stringify({ id: Number(id), error, sessionId })}\0`));
  }
}

/**
 * Bounds the messages that a browser sends, because pages determine the errors, addresses and results in them. Listeners that
 * the pipe already has stay, and get whole messages only.
 */
export const boundPipe = (pipe: Readable, maxBytes = MAX_BROWSER_MESSAGE_BYTES): void => {
  // Safe because a stream without an encoding emits buffers alone.
  const readers = pipe.listeners('data') as Take[];
  pipe.removeAllListeners('data');
  const forward: Take = (chunk) => {
    for (const reader of readers) reader.call(pipe, chunk);
  };
  const bound = new Bound(forward, maxBytes);
  pipe.on('data', (chunk: Buffer) => bound.take(chunk));
};
