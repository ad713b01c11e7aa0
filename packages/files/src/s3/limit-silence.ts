import type { IncomingMessage } from 'node:http';
import { PassThrough, pipeline, type Readable } from 'node:stream';
import { FileServerError } from './file-server-error.js';

/**
 * Destroys a body when its server sends nothing for about `timeoutMs` (half to one and a half times that) while its
 * reader waits. A slow reader does not count as silence. The returned stream fails when the body does; a reader that
 * leaves it ends the body without an error of the connection's own.
 */
export const limitSilence = (body: Readable, timeoutMs: number): Readable => {
  const message = body as IncomingMessage;
  const { socket } = message;
  let seenBytes = socket.bytesRead;
  let wasWaiting = false;
  const timer = setInterval(() => {
    const isWaiting = socket.bytesRead === seenBytes && body.readableLength === 0 && !message.complete;
    // Twice in a row: the reader may have just begun to wait.
    if (isWaiting && wasWaiting) body.destroy(new FileServerError('GetObject', 'BodyTimeout'));
    wasWaiting = isWaiting;
    seenBytes = socket.bytesRead;
  }, timeoutMs / 2);
  timer.unref();
  const given = new PassThrough();
  // A body that fails before it is read must not end the process; its reader gets the error later.
  given.on('error', () => undefined);
  pipeline(body, given, () => clearInterval(timer));
  return given;
};
