import type { FileKey } from './port.js';

/** Longest part of a file's address in characters. */
export const MAX_KEY_PART_CHARS = 100;

const KEY_PART = /^[A-Za-z0-9._-]+$/;

/** Letters, digits, `.`, `_`, `-`; no leading dot: such names are the adapter's own. */
export const isKeyPart = (part: string): boolean =>
  part.length <= MAX_KEY_PART_CHARS && KEY_PART.test(part) && !part.startsWith('.');

export const isFileKey = (key: FileKey): boolean =>
  isKeyPart(key.accountId) && isKeyPart(key.requestId) && isKeyPart(key.name);

/** The key cannot name a file: a mistake of the caller. */
export class InvalidFileKeyError extends Error {
  override readonly name = 'InvalidFileKeyError';
}

/** The body is larger than the adapter keeps. */
export class FileTooLargeError extends Error {
  override readonly name = 'FileTooLargeError';

  constructor(readonly maxBytes: number) {
    super(`The file is larger than ${maxBytes} bytes.`);
  }
}
