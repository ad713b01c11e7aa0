import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { strictSchemaFault } from './strict-schema-fault.js';

/** One message of a conversation as the server received it. */
export interface ModelServerMessage {
  readonly role: string;
  readonly content: string;
}

export interface ModelServerRequest {
  readonly headers: IncomingMessage['headers'];
  readonly messages: readonly ModelServerMessage[];
  readonly model: unknown;
  readonly temperature: unknown;
  /** `json_schema`, `json_object` or undefined. */
  readonly format: unknown;
  readonly schema: unknown;
}

/** What the server does with one request. */
export type ModelServerReply =
  /** The model's text, with the tokens that it reports. */
  | { readonly say: unknown; readonly promptTokens?: number; readonly completionTokens?: number }
  /** A status, headers and a body. */
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>>; readonly body?: string | Buffer }
  /** Never responds. */
  | { readonly hang: true }
  /** A valid beginning, then a space every `everyMs`, without an end. */
  | { readonly dripEveryMs: number }
  /** A completion of this many bytes. */
  | { readonly hugeBytes: number }
  /** Half a response and a broken connection. */
  | { readonly isCutOff: true };

/** An OpenAI-compatible server on loopback with given replies. */
export interface ModelServer {
  /** `http://127.0.0.1:<port>/v1` */
  readonly baseUrl: string;
  readonly requests: readonly ModelServerRequest[];
  /** Replies for the next requests; the last one is for all further ones. */
  reply(...replies: readonly ModelServerReply[]): void;
  /** Resolves when `count` requests have arrived. */
  reached(count: number): Promise<void>;
  close(): Promise<void>;
}

const completion = (reply: Extract<ModelServerReply, { say: unknown }>): string =>
  JSON.stringify({
    id: 'chatcmpl-1',
    object: 'chat.completion',
    choices: [
      {
        index: 0,
        finish_reason: 'stop',
        message: { role: 'assistant', content: typeof reply.say === 'string' ? reply.say : JSON.stringify(reply.say) },
      },
    ],
    usage: { prompt_tokens: reply.promptTokens ?? 100, completion_tokens: reply.completionTokens ?? 10 },
  });

const HUGE_CHUNK = Buffer.alloc(65_536, 'x');

const sendHuge = (response: ServerResponse, sizeBytes: number): void => {
  let sent = 0;
  const more = (): void => {
    while (sent < sizeBytes && !response.destroyed) {
      sent += HUGE_CHUNK.byteLength;
      if (!response.write(HUGE_CHUNK)) {
        response.once('drain', more);
        return;
      }
    }
    response.end();
  };
  more();
};

const drip = (response: ServerResponse, everyMs: number): void => {
  response.write('{"choices":[');
  const timer = setInterval(() => response.write(' '), everyMs);
  response.once('close', () => clearInterval(timer));
};

const send = (response: ServerResponse, reply: ModelServerReply): void => {
  if ('hang' in reply) return;
  if ('status' in reply) {
    response.writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers }).end(reply.body ?? '{}');
    return;
  }
  response.writeHead(200, { 'content-type': 'application/json' });
  if ('say' in reply) response.end(completion(reply));
  else if ('hugeBytes' in reply) sendHuge(response, reply.hugeBytes);
  else if ('dripEveryMs' in reply) drip(response, reply.dripEveryMs);
  else response.write('{"choices":[', () => response.destroy());
};

const readBody = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
};

const readRequest = ({ headers }: IncomingMessage, body: string): ModelServerRequest => {
  const {
    messages,
    model,
    temperature,
    response_format: format,
  } = JSON.parse(body) as {
    messages: ModelServerMessage[];
    model?: unknown;
    temperature?: unknown;
    response_format?: { type?: unknown; json_schema?: { strict?: unknown; schema?: unknown } };
  };
  return { headers, messages, model, temperature, format: format?.type, schema: format?.json_schema?.schema };
};

/** Why such a server refuses a request before any model sees it. */
const faultOf = (asked: ModelServerRequest): string | undefined => {
  if (typeof asked.model !== 'string') return 'model is missing';
  if (asked.format === 'json_schema') return strictSchemaFault(asked.schema);
  const isJsonNamed = asked.messages.some(({ content }) => /json/i.test(content));
  return asked.format === 'json_object' && !isJsonNamed ? 'messages must contain the word json' : undefined;
};

export const startModelServer = async (): Promise<ModelServer> => {
  const requests: ModelServerRequest[] = [];
  const waiting = new Set<() => void>();
  let replies: ModelServerReply[] = [{ status: 500 }];

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (request.method !== 'POST' || request.url !== '/v1/chat/completions') {
      response.writeHead(404).end();
      return;
    }
    const asked = readRequest(request, await readBody(request));
    requests.push(asked);
    for (const check of waiting) check();
    const fault = faultOf(asked);
    if (fault !== undefined) {
      send(response, { status: 400, body: JSON.stringify({ error: { message: fault } }) });
      return;
    }
    const [reply = { status: 500 }, ...rest] = replies;
    if (rest.length > 0) replies = rest;
    send(response, reply);
  };
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    reply: (...next) => {
      replies = [...next];
    },
    reached: (count) =>
      new Promise((resolve) => {
        const check = (): void => {
          if (requests.length < count) return;
          waiting.delete(check);
          resolve();
        };
        waiting.add(check);
        check();
      }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
