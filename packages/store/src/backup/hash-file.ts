import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import type { CopiedPart } from './store-copy.js';

/** What a file has in it, read piece by piece. */
export const hashFile = async (path: string): Promise<CopiedPart> => {
  const hash = createHash('sha256');
  let sizeBytes = 0;
  for await (const piece of createReadStream(path) as AsyncIterable<Buffer>) {
    hash.update(piece);
    sizeBytes += piece.byteLength;
  }
  return { file: basename(path), sizeBytes, sha256: hash.digest('hex') };
};
