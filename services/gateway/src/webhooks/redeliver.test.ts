import { describe, expect, it } from '@jest/globals';
import type { Request } from 'express';
import type { Account } from '@quarry/store';
import { RETRY_AFTER_OVERLOADED_SECONDS } from '../bounds.js';
import type { KeyedOutcome } from '../idempotency/idempotency.js';
import { createFakeResponse } from '../../test/fake-response.js';
import { createRedeliver } from './redeliver.js';

const replayed: KeyedOutcome<never> = { kind: 'replayed', requestId: 'first', answer: { statusCode: 200, body: '{}' } };

/** Asks for a delivery under `key`, which comes to `outcome`; says what is answered. */
const redeliver = async (key: string, outcome: KeyedOutcome<never>, { isGone = false } = {}) => {
  const { response, sent, hangUp } = createFakeResponse();
  const refused: unknown[] = [];
  const answer = createRedeliver({
    webhooks: { redeliver: () => Promise.reject(new Error('nothing is delivered')) },
    hasSecrets: true,
    runKeyed: async () => {
      if (isGone) hangUp();
      return outcome;
    },
  });
  await answer({
    request: {
      method: 'POST',
      headers: { 'idempotency-key': key },
      params: { deliveryId: 'd1' },
    } as unknown as Request,
    response,
    account: { id: 'a1' } as Account,
    refuse: async (refusal) => void refused.push(refusal),
    send: async (data) => void sent.push(data),
    putHeaders: async () => undefined,
  });
  return { sent, refused };
};

describe('a redelivery under a key', () => {
  it('is answered as the first call was', async () => {
    expect(await redeliver('k', replayed)).toEqual({ sent: ['{}'], refused: [] });
  });

  it('is refused where the key is none', async () => {
    const { sent, refused } = await redeliver('two words', replayed);
    expect(sent).toEqual([]);
    expect(refused).toMatchObject([
      { error: 'bad_request', detail: { message: expect.stringMatching(/^Idempotency-Key/) } },
    ]);
  });

  it('is refused where the key stands for another delivery, and shall come again where nobody can tell', async () => {
    const conflict = await redeliver('k', { kind: 'refused', error: 'idempotency_conflict' });
    expect(conflict.refused).toMatchObject([{ error: 'idempotency_conflict' }]);
    const { sent, refused } = await redeliver('k', { kind: 'refused', error: 'overloaded' });
    expect(refused).toMatchObject([{ error: 'overloaded', retryAfterSeconds: RETRY_AFTER_OVERLOADED_SECONDS }]);
    expect(sent).toEqual([]);
  });

  it.each<[string, KeyedOutcome<never>, boolean]>([
    ['it waited for another', { kind: 'gone' }, false],
    ['the answer was found', replayed, true],
  ])('is not answered where the client left while %s', async (_name, outcome, isGone) => {
    expect(await redeliver('k', outcome, { isGone })).toEqual({ sent: [], refused: [] });
  });

  it('fails where its answer was not kept', async () => {
    const empty: KeyedOutcome<never> = { ...replayed, answer: { statusCode: 200 } };
    await expect(redeliver('k', empty)).rejects.toThrow('was not kept');
  });
});
