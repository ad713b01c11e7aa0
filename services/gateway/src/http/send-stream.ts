import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';

/** Error codes of a pipeline whose client left, during or before the first bytes. */
const CLIENT_LEFT = new Set(['ERR_STREAM_PREMATURE_CLOSE', 'ERR_STREAM_UNABLE_TO_PIPE', 'ERR_STREAM_DESTROYED']);

/** Sends a stream as the body. Closes the stream in every case, also if the client has left already. */
export const sendStream = async (stream: Readable, response: Response): Promise<void> => {
  try {
    if (!response.destroyed) await pipeline(stream, response);
  } catch (error) {
    if (!CLIENT_LEFT.has((error as NodeJS.ErrnoException).code ?? '')) throw error;
  } finally {
    stream.destroy();
  }
};
