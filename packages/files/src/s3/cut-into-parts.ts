import type { Readable } from 'node:stream';
import { FileTooLargeError } from '../file-key.js';
import { isStream, type FileBody } from '../port.js';

/** Bytes of a body that are sent in one request; S3 requires at least 5 MiB for a part. */
export const PART_BYTES = 8 * 1_048_576;
/** Initial buffer of a stream; grows up to a part. */
const FIRST_ROOM_BYTES = 65_536;

/** Collects bytes up to a part, however small the pieces are. */
class PartRoom {
  #room = Buffer.alloc(0);
  #size = 0;

  get isFull(): boolean {
    return this.#size === PART_BYTES;
  }

  get isEmpty(): boolean {
    return this.#size === 0;
  }

  /** Returns what does not fit. */
  add(bytes: Uint8Array): Uint8Array {
    const taken = bytes.subarray(0, PART_BYTES - this.#size);
    this.#grow(this.#size + taken.byteLength);
    this.#room.set(taken, this.#size);
    this.#size += taken.byteLength;
    return bytes.subarray(taken.byteLength);
  }

  take(): Buffer {
    const part = this.#room.subarray(0, this.#size);
    this.#room = Buffer.alloc(0);
    this.#size = 0;
    return part;
  }

  #grow(neededBytes: number): void {
    if (neededBytes <= this.#room.byteLength) return;
    const sizeBytes = Math.max(neededBytes, 2 * this.#room.byteLength, FIRST_ROOM_BYTES);
    const larger = Buffer.allocUnsafe(Math.min(sizeBytes, PART_BYTES));
    larger.set(this.#room.subarray(0, this.#size));
    this.#room = larger;
  }
}

async function* partsOfStream(body: Readable, maxBytes: number): AsyncGenerator<Buffer> {
  const room = new PartRoom();
  let sizeBytes = 0;
  // An error in the loop destroys the stream, so its source stops too.
  for await (const piece of body as AsyncIterable<Uint8Array | string>) {
    let rest: Uint8Array = typeof piece === 'string' ? Buffer.from(piece) : piece;
    sizeBytes += rest.byteLength;
    if (sizeBytes > maxBytes) throw new FileTooLargeError(maxBytes);
    while (rest.byteLength > 0) {
      rest = room.add(rest);
      if (room.isFull) yield room.take();
    }
  }
  if (!room.isEmpty) yield room.take();
}

async function* partsOfBytes(bytes: Buffer, maxBytes: number): AsyncGenerator<Buffer> {
  if (bytes.byteLength > maxBytes) throw new FileTooLargeError(maxBytes);
  for (let start = 0; start < bytes.byteLength; start += PART_BYTES) yield bytes.subarray(start, start + PART_BYTES);
}

/** Parts of `PART_BYTES`, the last one with the rest; none for an empty body. Throws `FileTooLargeError` past `maxBytes`. */
export const cutIntoParts = (body: FileBody, maxBytes: number): AsyncGenerator<Buffer> => {
  if (isStream(body)) return partsOfStream(body, maxBytes);
  if (typeof body === 'string') return partsOfBytes(Buffer.from(body), maxBytes);
  const bytes = ArrayBuffer.isView(body)
    ? Buffer.from(body.buffer, body.byteOffset, body.byteLength)
    : Buffer.concat(body);
  return partsOfBytes(bytes, maxBytes);
};
