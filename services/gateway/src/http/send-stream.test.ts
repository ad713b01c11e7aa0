import { once } from 'node:events';
import { open } from 'node:fs/promises';
import { createServer, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import type { Response } from 'express';
import { sendStream } from './send-stream.js';

/** Runs `answer` for one request and returns when it has ended. */
const serveOnce = async (
  answer: (response: Response) => Promise<void>,
  client: (port: number) => void,
): Promise<void> => {
  let served: Promise<void> = Promise.resolve();
  const server = createServer((_, response: ServerResponse) => {
    served = answer(response as Response).finally(() => server.emit('served'));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const ended = once(server, 'served');
  client((server.address() as AddressInfo).port);
  await ended;
  server.close();
  server.closeAllConnections();
  await served;
};

describe('sending a stored file', () => {
  it('closes the file of a client that left before the first byte', async () => {
    const handle = await open(new URL(import.meta.url).pathname);
    const stream = handle.createReadStream();
    const closed = once(stream, 'close');
    await serveOnce(
      async (response) => {
        response.destroy();
        await once(response, 'close');
        await sendStream(stream, response);
      },
      (port) =>
        request({ port, host: '127.0.0.1' })
          .on('error', () => undefined)
          .end(),
    );
    await closed;
    expect(stream.destroyed).toBe(true);
    await expect(handle.stat()).rejects.toThrow(/closed|EBADF/);
  });

  it('closes the source of a client that leaves in the middle', async () => {
    const endless = new Readable({
      read() {
        this.push(Buffer.alloc(65_536));
      },
    });
    await serveOnce(
      (response) => sendStream(endless, response),
      (port) => {
        const outgoing = request({ port, host: '127.0.0.1' }, (incoming) => {
          incoming.once('data', () => outgoing.destroy());
        });
        outgoing.on('error', () => undefined).end();
      },
    );
    expect(endless.destroyed).toBe(true);
  });

  it('passes on a source that breaks by itself', async () => {
    const broken = new Readable({
      read() {
        this.destroy(new Error('disk gone'));
      },
    });
    let failure: unknown;
    await serveOnce(
      (response) => sendStream(broken, response).catch((error: unknown) => void (failure = error)),
      (port) =>
        request({ port, host: '127.0.0.1' })
          .on('error', () => undefined)
          .end(),
    );
    expect(failure).toMatchObject({ message: 'disk gone' });
  });
});
