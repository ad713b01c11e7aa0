import { readFile, stat } from 'node:fs/promises';
import { decodeBody, documentKind, sniffMediaType } from '@quarry/html';
import { causeOf } from '../error-cause.js';

/** Maximum size of a saved page. */
export const MAX_SAVED_BYTES = 64 * 1_048_576;

/** A page from a file, as if fetched. */
export interface SavedPage {
  readonly bytes: Uint8Array;
  /** Detected from the bytes: html, a JSON response, an image... */
  readonly mediaType: string;
  /** Absent for binary documents. */
  readonly text?: string | undefined;
  /** Where it was saved from, if known. */
  readonly url?: string | undefined;
}

export type ReadPage =
  | { readonly outcome: 'read'; readonly page: SavedPage }
  | { readonly outcome: 'unreadable'; readonly reason: string }
  | { readonly outcome: 'too_large'; readonly sizeBytes: number };

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'no such file',
  EISDIR: 'it is a folder',
  EACCES: 'this user may not read it',
};

export const readSavedPage = async (file: string): Promise<ReadPage> => {
  try {
    const { size } = await stat(file);
    if (size > MAX_SAVED_BYTES) return { outcome: 'too_large', sizeBytes: size };
    const bytes = await readFile(file);
    const mediaType = sniffMediaType(bytes);
    const text = documentKind(mediaType) === 'binary' ? undefined : decodeBody(bytes, mediaType).text;
    return { outcome: 'read', page: { bytes, mediaType, text } };
  } catch (error) {
    const cause = causeOf(error);
    return { outcome: 'unreadable', reason: REASONS[cause] ?? cause };
  }
};
