import { describe, expect, it } from '@jest/globals';
import type { Request } from 'express';
import { createFakeResponse } from '../../test/fake-response.js';
import type { KeyedOutcome } from '../idempotency/idempotency.js';
import { createJobCallAnswer, type JobCall, type JobCallParts } from './answer-job-call.js';
import type { BatchExchange } from './batch-exchange.js';
import type { SubmitAnswer } from './submit/submit-batch.js';

const replayed: KeyedOutcome<SubmitAnswer> = {
  ...{ kind: 'replayed', requestId: 'first' },
  answer: { statusCode: 200, body: '{"jobId":"first"}' },
};
const accepted: SubmitAnswer = { kind: 'accepted', jobId: 'own' };

interface Scene {
  readonly outcome?: KeyedOutcome<SubmitAnswer>;
  readonly start?: JobCall['start'];
  /** Nobody waits for the answer any more once the work has begun. */
  readonly isGone?: boolean;
}

/** Answers one call, with a key unless `key` is undefined; says what is sent. */
const answer = async (key: string | undefined, { outcome = replayed, start, isGone = false }: Scene) => {
  const { response, sent, hangUp } = createFakeResponse();
  const refused: unknown[] = [];
  const leave = (): void => {
    if (isGone) hangUp();
  };
  const parts = {
    hints: { announceJob: async () => undefined },
    inFlight: { track: (work: Promise<unknown>) => work },
    runKeyed: async () => {
      leave();
      return outcome;
    },
  } as unknown as JobCallParts;
  const exchange = {
    request: { method: 'POST', headers: key === undefined ? {} : { 'idempotency-key': key } } as Request,
    response,
    account: { id: 'a1' },
    route: { path: '/scrape/web/batch' },
    refuse: async (refusal: unknown) => void refused.push(refusal),
    send: async (body: object) => void sent.push(body),
    putHeaders: async () => undefined,
  } as unknown as BatchExchange;
  const call: JobCall = {
    start: async (given) => {
      leave();
      return start?.(given) ?? accepted;
    },
    fingerprint: async () => 'f',
  };
  await createJobCallAnswer(parts)(exchange, call);
  return { sent, refused };
};

describe('a call that makes a job', () => {
  it('under a key is answered as the first call was', async () => {
    expect(await answer('k', {})).toEqual({ sent: ['{"jobId":"first"}'], refused: [] });
  });

  it('is refused where the key is none', async () => {
    const { sent, refused } = await answer('two words', {});
    expect(sent).toEqual([]);
    expect(refused).toMatchObject([
      { error: 'bad_request', detail: { message: expect.stringMatching(/^Idempotency-Key/) } },
    ]);
  });

  it.each<[string, KeyedOutcome<SubmitAnswer>, boolean]>([
    ['it waited for another', { kind: 'gone' }, false],
    ['the answer was found', replayed, true],
  ])('under a key is not answered where the client left while %s', async (_name, outcome, isGone) => {
    expect(await answer('k', { outcome, isGone })).toEqual({ sent: [], refused: [] });
  });

  it('fails where the answer under its key was not kept', async () => {
    const empty: KeyedOutcome<SubmitAnswer> = { kind: 'replayed', requestId: 'first', answer: { statusCode: 200 } };
    await expect(answer('k', { outcome: empty })).rejects.toThrow('was not kept');
  });

  it.each([true, false])('without a key makes none where its client has left (left: %s)', async (isGone) => {
    let isConfirmed: boolean | undefined;
    await answer(undefined, {
      isGone,
      start: async ({ confirm }) => {
        isConfirmed = await confirm();
        return accepted;
      },
    });
    expect(isConfirmed).toBe(!isGone);
  });
});
