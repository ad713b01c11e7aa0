import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';

/** How a pipeline says that the client left: while bytes flowed, or before the first. */
const CLIENT_LEFT = new Set(['ERR_STREAM_PREMATURE_CLOSE', 'ERR_STREAM_UNABLE_TO_PIPE', 'ERR_STREAM_DESTROYED']);

/** Sends a stored file as the body. The stream is closed on every path, also when the client has left already. */
export const sendStream = async (stream: Readable, response: Response): Promise<void> => {
  try {
    if (!response.destroyed) await pipeline(stream, response);
  } catch (error) {
    if (!CLIENT_LEFT.has((error as NodeJS.ErrnoException).code ?? '')) throw error;
  } finally {
    stream.destroy();
  }
};
