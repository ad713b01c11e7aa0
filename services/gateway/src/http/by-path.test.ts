import { describe, expect, it } from '@jest/globals';
import express from 'express';
import supertest from 'supertest';
import { byPath } from './by-path.js';

// Express tells error handlers by their four parameters.
const answerFailure: express.ErrorRequestHandler = (_error, _request, response, _next) => void response.send('failed');
const app = express()
  .use(
    byPath([
      ['/a/b', (_request, response) => void response.send('b')],
      ['/broken', () => Promise.reject(new Error('a bug'))],
    ]),
  )
  .use((_request, response) => void response.send('next'))
  .use(answerFailure);
const textAt = async (path: string) => (await supertest(app).get(path)).text;

describe('byPath', () => {
  it.each(['/a/b', '/a/b?c=d', '/a/b/', '/a/b/?c'])('answers %s', async (path) => {
    expect(await textAt(path)).toBe('b');
  });

  it.each(['/', '/a', '/A/B', '/a/b/c', '/a/b//', '/a%2Fb', '//a/b', '/__proto__', '/constructor'])(
    'leaves %s to others',
    async (path) => {
      expect(await textAt(path)).toBe('next');
    },
  );

  it('hands the failure of a handler on', async () => {
    expect(await textAt('/broken')).toBe('failed');
  });
});
