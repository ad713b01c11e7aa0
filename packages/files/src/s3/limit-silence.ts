import type { IncomingMessage } from 'node:http';
import { PassThrough, pipeline, type Readable } from 'node:stream';
import { FileServerError } from './file-server-error.js';

/**
 * Destroys a body when its server says nothing for about `timeoutMs` while its reader waits; half of that is the least,
 * one and a half times the most. A reader that takes its time is no silence. What comes back breaks when the body does;
 * a reader that leaves it ends the body without an error of the connection's own.
 */
export const limitSilence = (body: Readable, timeoutMs: number): Readable => {
  const message = body as IncomingMessage;
  const { socket } = message;
  let seenBytes = socket.bytesRead;
  let wasWaiting = false;
  const timer = setInterval(() => {
    const isWaiting = socket.bytesRead === seenBytes && body.readableLength === 0 && !message.complete;
    // Twice: a reader that has just begun to wait waits for nobody yet.
    if (isWaiting && wasWaiting) body.destroy(new FileServerError('GetObject', 'BodyTimeout'));
    wasWaiting = isWaiting;
    seenBytes = socket.bytesRead;
  }, timeoutMs / 2);
  timer.unref();
  const given = new PassThrough();
  // A body that breaks before anybody reads it must not end the process; whoever reads it then is told.
  given.on('error', () => undefined);
  pipeline(body, given, () => clearInterval(timer));
  return given;
};
