import { expect, it } from '@jest/globals';
import express from 'express';
import supertest from 'supertest';
import type { IdempotentAnswer } from '@quarry/store';
import { requestState, setRequestState, type RequestState } from '../http/request-state.js';
import { sendReplay } from './send-replay.js';

/** What a caller gets of an answer that was kept, and the id under which the gateway logs the call. */
const replay = async (answer: IdempotentAnswer) => {
  let loggedAs = '';
  const app = express();
  app.use(async (_request, response) => {
    // safe because only the id is touched
    setRequestState(response, { id: 'second' } as RequestState);
    await sendReplay(response, { requestId: 'first', answer }, async (id) => {
      response.status(203).send(`own answer of ${id}`);
    });
    loggedAs = requestState(response).id;
  });
  const { status, headers, text } = await supertest(app).get('/');
  return { status, headers, text, loggedAs };
};

it('a kept body is sent as it was, under the id of the first call', async () => {
  const body = '{"text":"flüsse"}';
  expect(await replay({ statusCode: 201, body })).toMatchObject({
    status: 201,
    text: body,
    loggedAs: 'first',
    headers: {
      'x-request-id': 'first',
      'idempotency-replayed': 'true',
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(Buffer.byteLength(body)),
    },
  });
});

it('an empty body is one', async () => {
  expect(await replay({ statusCode: 200, body: '' })).toMatchObject({ status: 200, text: '' });
});

it('without a body the request itself is answered, as a replay', async () => {
  expect(await replay({ statusCode: 200 })).toMatchObject({
    status: 203,
    text: 'own answer of first',
    loggedAs: 'first',
    headers: { 'x-request-id': 'first', 'idempotency-replayed': 'true' },
  });
});
