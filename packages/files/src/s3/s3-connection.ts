import { createHash } from 'node:crypto';
import type { Agent as HttpAgent } from 'node:http';
import type { Agent as HttpsAgent } from 'node:https';
import { setTimeout as pause } from 'node:timers/promises';
import { S3Client, type S3ClientConfig } from '@aws-sdk/client-s3';
import { FileServerError, toFileServerError } from './file-server-error.js';
import { limitAnswers } from './limit-answers.js';

/** Longest wait for one response of the server; for a streamed body, the longest silence is bounded instead. */
export const REQUEST_TIMEOUT_MS = 10_000;
export const CONNECT_TIMEOUT_MS = 3_000;
/** Times a call is made before its failure counts. */
export const ATTEMPTS = 3;
/** Longest pause before the second attempt; doubles with each. */
export const BACKOFF_MS = 200;
/** Connections to the server for calls. */
export const MAX_CALL_SOCKETS = 64;
/** Connections for streamed bodies: they are as slow as their readers, so they must not delay calls. */
export const MAX_STREAM_SOCKETS = 256;

export interface S3Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
}

export interface S3ConnectionOptions {
  /** Default: the service of the region. */
  readonly endpoint?: string | undefined;
  readonly region: string;
  /** Default: what the machine provides (role, profile). */
  readonly credentials?: S3Credentials | undefined;
  /** Default: `REQUEST_TIMEOUT_MS`. */
  readonly requestTimeoutMs?: number;
  /** Open every connection, in place of agents of its own. */
  readonly agents?: { readonly http: HttpAgent; readonly https: HttpsAgent } | undefined;
  /** Largest response of a server that is not the deployment's own. Default: no limit. */
  readonly maxAnswerBytes?: number | undefined;
}

type Send<Answer> = (client: S3Client, options: { readonly abortSignal: AbortSignal }) => Promise<Answer>;

/** One S3 server. Every failure is a `FileServerError`, after `ATTEMPTS` tries at most. */
export interface S3Connection {
  readonly requestTimeoutMs: number;
  /** `send` may run several times. `lane`: which connections are used. */
  call<Answer>(operation: string, send: Send<Answer>, lane?: 'calls' | 'streams'): Promise<Answer>;
  close(): void;
}

/** An empty object; some servers require an explicit length of 0. */
export const NO_BODY = { Body: new Uint8Array(0), ContentLength: 0 } as const;

const SILENT = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

/** Servers without the newer checksums accept a batch removal only with this header. */
const addContentMd5 = (client: S3Client): void => {
  client.middlewareStack.add(
    (next, context) => async (args) => {
      const { body, headers } = args.request as { body?: unknown; headers: Record<string, string> };
      if (context.commandName === 'DeleteObjectsCommand' && typeof body === 'string')
        headers['content-md5'] = createHash('md5').update(body).digest('base64');
      return next(args);
    },
    { step: 'build', name: 'addContentMd5' },
  );
};

const createClient = (options: S3ConnectionOptions, maxSockets: number): S3Client => {
  const agent = { keepAlive: true, maxSockets };
  const { agents = { http: agent, https: agent }, maxAnswerBytes } = options;
  const config: S3ClientConfig = {
    region: options.region,
    // Buckets as host names need DNS entries, which self-hosted servers seldom have.
    ...(options.endpoint === undefined ? {} : { endpoint: options.endpoint, forcePathStyle: true }),
    ...(options.credentials === undefined ? {} : { credentials: options.credentials }),
    // Attempts are counted here, where a `Retry-After` of the server cannot delay them.
    maxAttempts: 1,
    // Many servers support neither the newer checksums nor requests for them.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // Such requests would use connections outside of the bounded pool.
    expectContinueHeader: false,
    logger: SILENT,
    requestHandler: {
      connectionTimeout: CONNECT_TIMEOUT_MS,
      socketTimeout: 0,
      httpAgent: agents.http,
      httpsAgent: agents.https,
      logger: SILENT,
    },
  };
  const client = new S3Client(config);
  addContentMd5(client);
  if (maxAnswerBytes !== undefined) limitAnswers(client, maxAnswerBytes);
  return client;
};

/** Stops waiting after `timeoutMs`, even if `send` ignores the signal. */
const withinTime = async <Answer>(
  timeoutMs: number,
  send: (abortSignal: AbortSignal) => Promise<Answer>,
): Promise<Answer> => {
  const controller = new AbortController();
  const { promise: timedOut, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    reject(Object.assign(new Error('no answer in time'), { name: 'TimeoutError' }));
    controller.abort();
  }, timeoutMs);
  try {
    return await Promise.race([send(controller.signal), timedOut]);
  } finally {
    clearTimeout(timer);
  }
};

/** Doubles with each attempt, with jitter so that many callers do not return at once. */
const backoffMs = (attempt: number): number => (BACKOFF_MS * 2 ** (attempt - 1) * (1 + Math.random())) / 2;

export const connectS3 = (options: S3ConnectionOptions): S3Connection => {
  const { requestTimeoutMs = REQUEST_TIMEOUT_MS } = options;
  const clients = {
    calls: createClient(options, MAX_CALL_SOCKETS),
    streams: createClient(options, MAX_STREAM_SOCKETS),
  };
  const attempt = async <Answer>(operation: string, client: S3Client, send: Send<Answer>) => {
    try {
      return await withinTime(requestTimeoutMs, (abortSignal) => send(client, { abortSignal }));
    } catch (cause) {
      return toFileServerError(operation, cause);
    }
  };
  return {
    requestTimeoutMs,
    call: async (operation, send, lane = 'calls') => {
      for (let count = 1; ; count += 1) {
        const answer = await attempt(operation, clients[lane], send);
        if (!(answer instanceof FileServerError)) return answer;
        if (!answer.isTransient || count >= ATTEMPTS) throw answer;
        await pause(backoffMs(count));
      }
    },
    close: () => Object.values(clients).forEach((client) => client.destroy()),
  };
};
