import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { FileServerError } from '@quarry/files';
import { createLogger, createMetrics } from '@quarry/observability';
import { QueueUnavailableError } from '@quarry/queue';
import { StoreError } from '@quarry/store';
import express, { type Express } from 'express';
import { Writable } from 'node:stream';
import supertest from 'supertest';
import { expectError } from '../../test/expect-error.js';
import { createRequestIdentity } from './request-identity.js';
import { createErrorHandler } from './send-error.js';

const metrics = createMetrics({ service: 'gateway' });
const lines: string[] = [];
const stream = new Writable({
  write: (chunk: Buffer, _encoding, done) => {
    lines.push(chunk.toString());
    done();
  },
});
const log = createLogger({ service: 'gateway', level: 'info', stream });
let thrown: unknown;
let app: Express;

beforeAll(() => {
  app = express();
  app.use(createRequestIdentity({ log, metrics }));
  app.get('/', () => {
    throw thrown;
  });
  app.get('/begun', (_request, response) => {
    response.write('half');
    throw thrown;
  });
  app.use(createErrorHandler(log));
});
afterAll(() => metrics.close());

const answerTo = (error: unknown) => {
  thrown = error;
  return supertest(app).get('/');
};

describe('createErrorHandler', () => {
  it.each([
    new QueueUnavailableError('Redis: enqueue failed'),
    new StoreError('busy', 'database is locked'),
    new StoreError('overloaded', '10000 calls of the store are waiting.'),
    new StoreError('engine_failed', 'connect ECONNREFUSED'),
    new StoreError('closed', 'The store was closed.'),
    new FileServerError('GetObject', 'ECONNREFUSED'),
    new FileServerError('GetObject', 'SlowDown', 503),
  ])('answers 503 with the time to wait: %s', async (error) => {
    const answer = await answerTo(error);
    expectError(answer, 503, 'overloaded');
    expect(answer.headers['retry-after']).toBe('5');
    expect(answer.body).toMatchObject({ retryAfterSeconds: 5 });
    expect(JSON.stringify(answer.body)).not.toContain(error.message);
  });

  it.each([
    new StoreError('invalid_input', 'id must be something'),
    new FileServerError('GetObject', 'AccessDenied', 403),
    new Error('a bug'),
    'a text',
  ])('answers 500 without its cause: %s', async (error) => {
    const answer = await answerTo(error);
    expectError(answer, 500, 'internal_error');
    expect(JSON.stringify(answer.body)).not.toMatch(/must be|bug|AccessDenied/);
    expect(answer.headers).not.toHaveProperty('retry-after');
    expect(answer.body).not.toHaveProperty('retryAfterSeconds');
    expect(lines.at(-2)).toContain('unexpected failure');
  });

  it.each([new Error('a bug'), new StoreError('busy', 'database is locked')])(
    'cuts an answer off that has begun: %s',
    async (error) => {
      thrown = error;
      await expect(supertest(app).get('/begun')).rejects.toThrow();
    },
  );
});
