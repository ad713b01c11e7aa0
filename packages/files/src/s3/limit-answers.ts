import { Readable } from 'node:stream';
import type { S3Client } from '@aws-sdk/client-s3';

/** The bytes of a response, up to the limit; past it the reading rejects and the connection ends. */
async function* upTo(maxBytes: number, body: Readable): AsyncGenerator<Uint8Array> {
  let sizeBytes = 0;
  // safe because responses are read as bytes
  for await (const piece of body as AsyncIterable<Uint8Array>) {
    sizeBytes += piece.byteLength;
    if (sizeBytes > maxBytes) throw Object.assign(new Error('the response is too large'), { code: 'AnswerTooLarge' });
    yield piece;
  }
}

/** Bounds what a server's response may take of memory, as the client holds it as a whole. */
export const limitAnswers = (client: S3Client, maxBytes: number): void => {
  client.middlewareStack.add(
    (next) => async (args) => {
      const answer = await next(args);
      // The handler of Node gives a stream of bytes.
      const response = answer.response as { body?: unknown } | undefined;
      if (response?.body instanceof Readable) response.body = Readable.from(upTo(maxBytes, response.body));
      return answer;
    },
    // Below the reading of the response.
    { step: 'deserialize', priority: 'low', name: 'limitAnswers' },
  );
};
