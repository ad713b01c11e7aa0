import type { Socket } from 'node:net';
import { ProxyError, type ProxyFailure } from './proxy-error.js';

/** Longest response of a proxy while the tunnel is set up. */
export const MAX_PROXY_ANSWER_BYTES = 16_384;

/** The handshake with a proxy, over a connection that then carries the target's bytes. */
export interface ProxyConversation {
  say(bytes: string | Uint8Array): void;
  /** Reads the response, whose length `lengthOf` gives once it is known; further bytes stay in the connection. */
  hear(lengthOf: (heard: Buffer) => number | undefined, silence: ProxyFailure): Promise<Buffer>;
}

/** If a promise rejects, the caller must close the connection. */
export const converse = (socket: Socket, silenceMs: number): ProxyConversation => ({
  say: (bytes) => void socket.write(bytes),
  hear: (lengthOf, silence) =>
    new Promise((resolve, reject) => {
      let heard = Buffer.alloc(0);
      const stop = () => {
        clearTimeout(timer);
        socket.off('readable', read).off('error', drop).off('close', drop).off('end', drop);
      };
      const fail = (reason: ProxyFailure) => {
        stop();
        reject(new ProxyError(reason));
      };
      const drop = () => fail('proxy_unreachable');
      const read = () => {
        for (;;) {
          // safe because a socket without an encoding gives buffers
          const chunk = socket.read() as Buffer | null;
          if (chunk === null) return;
          heard = Buffer.concat([heard, chunk]);
          const length = lengthOf(heard);
          if (length !== undefined && heard.byteLength >= length) {
            stop();
            if (heard.byteLength > length) socket.unshift(heard.subarray(length));
            return resolve(heard.subarray(0, length));
          }
          if (heard.byteLength > MAX_PROXY_ANSWER_BYTES) return drop();
        }
      };
      const timer = setTimeout(() => fail(silence), silenceMs);
      if (socket.destroyed || socket.readableEnded) return drop();
      socket.on('readable', read).once('error', drop).once('close', drop).once('end', drop);
      read();
    }),
});
