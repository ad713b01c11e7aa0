import { once } from 'node:events';
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import got, { type Got, type Request, type Response } from 'got';

/** Redirects, retries, decompression and statuses are left to the caller, which bounds each of them. Extra PEM roots stand beside the system's. */
export const createGot = (certificateAuthorities: readonly string[] | undefined): Got =>
  got.extend({
    followRedirect: false,
    throwHttpErrors: false,
    retry: { limit: 0 },
    decompress: false,
    https: certificateAuthorities ? { certificateAuthority: [...certificateAuthorities] } : {},
  });

/** Agents that keep no connection alive: each request is judged where it connects. */
export const createAgents = (maxTotalSockets: number): { readonly http: HttpAgent; readonly https: HttpsAgent } => ({
  http: new HttpAgent({ keepAlive: false, maxTotalSockets }),
  https: new HttpsAgent({ keepAlive: false, maxTotalSockets }),
});

/** Reads the response of a request, then ends its connection. Rejects with the request's error. */
export const readResponse = async <T>(
  stream: Request,
  read: (response: Response, body: AsyncIterable<Buffer>) => Promise<T>,
): Promise<T> => {
  // Later errors have no other listener.
  stream.on('error', () => undefined);
  try {
    // safe because a `response` event carries the response alone, and a stream without an encoding gives buffers
    const [response] = (await once(stream, 'response')) as [Response];
    return await read(response, stream as AsyncIterable<Buffer>);
  } finally {
    stream.destroy();
  }
};
