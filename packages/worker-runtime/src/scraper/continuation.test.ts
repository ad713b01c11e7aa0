import { describe, expect, it } from '@jest/globals';
import { operationById, type Operation } from '@quarry/contracts';
import { ENGINE_OPERATIONS } from '@quarry/scrapers/engines';
import { createTokenSeals, TOKEN_LIFE_MS } from '@quarry/tokens';
import { createContinuation, type Call } from './continuation.js';

const NOW_MS = Date.UTC(2026, 0, 1);
const seals = createTokenSeals({ secret: 'the deployment secret of a test' });
const operation = (id: string): Operation => {
  const found = operationById(id);
  if (!found) throw new Error(`no operation ${id}`);
  return found;
};
const of = (id: string, given: { seals: typeof seals } = { seals }) =>
  createContinuation({
    operation: operation(id),
    plan: ENGINE_OPERATIONS.get(id)?.continuation,
    seals: given.seals,
    nowMs: () => NOW_MS,
  });
const call = (params: Call['params'], given: Partial<Call> = {}): Call => ({
  ...{ id: 'request-1', accountId: 'me', createdAtMs: NOW_MS, params, ...given },
});
const ANSWER = { organicResults: [] };
const SERVED = { next: { fields: [['s', '10']] }, sessionId: 'request-1.1' };

describe('the next page of enginec/serp', () => {
  const continuation = of('enginec/serp');
  const write = (params: Call['params'] = { q: 'x', safeSearch: 'off', deviceType: 'mobile', kl: 'de-de' }) =>
    continuation.write(ANSWER, call(params), SERVED);

  it('has its token in two places', () => {
    const { nextPageToken, pagination } = write();
    expect(pagination).toEqual({ nextPageToken });
    expect(nextPageToken).toMatch(/^[\w-]+$/);
  });

  it('is asked for as the page before: its state, its device, its exit', () => {
    const { nextPageToken } = write();
    const params = { nextPageToken, safeSearch: 'strict', deviceType: 'desktop', cc: 'us', q: 'ignored' };
    expect(continuation.read(call(params, { id: 'request-2' }))).toEqual({
      params: { nextPageToken, q: 'ignored', safeSearch: 'off', deviceType: 'mobile', kl: 'de-de' },
      next: SERVED.next,
      sessionId: 'request-1.1',
    });
  });

  it('keeps each parameter that the engine ties its state to, and lets go of none that was not given', () => {
    const kept = { kl: 'de-de', cc: 'de', setLang: 'de', safeSearch: 'off', deviceType: 'mobile' };
    const { nextPageToken } = write({ q: 'x', ...kept });
    const others = { kl: 'fr-fr', cc: 'fr', setLang: 'fr', safeSearch: 'strict', deviceType: 'desktop' };
    expect(continuation.read(call({ nextPageToken, ...others })).params).toEqual({ nextPageToken, ...kept });
    const bare = write({ q: 'x' })['nextPageToken'];
    expect(Object.keys(continuation.read(call({ nextPageToken: bare, ...others })).params)).toEqual(['nextPageToken']);
  });

  it('hands on to the page after it what the first page began with', () => {
    const second = call({ nextPageToken: write()['nextPageToken'], deviceType: 'desktop' }, { id: 'request-2' });
    const third = continuation.write(ANSWER, second, { next: 3, sessionId: 'request-1.1' })['nextPageToken'];
    expect(continuation.read(call({ nextPageToken: third }))).toMatchObject({
      params: { safeSearch: 'off', deviceType: 'mobile', kl: 'de-de' },
      next: 3,
      sessionId: 'request-1.1',
    });
  });

  it('has no token where there is none', () => {
    expect(continuation.write(ANSWER, call({ q: 'x' }), { sessionId: 'request-1' })).toEqual(ANSWER);
    expect(of('enginec/serp', { seals: undefined }).write(ANSWER, call({ q: 'x' }), SERVED)).toEqual(ANSWER);
  });

  it('is not asked for without its words where the worker has no secret', () => {
    const token = call({ nextPageToken: write()['nextPageToken'] });
    expect(() => of('enginec/serp', { seals: undefined }).read(token)).toThrow('cannot open');
  });

  it('is judged by the time of the call', () => {
    const nextPageToken = write()['nextPageToken'];
    const late = { createdAtMs: NOW_MS + TOKEN_LIFE_MS - 1 };
    expect(continuation.read(call({ nextPageToken }, late)).next).toEqual(SERVED.next);
  });

  it.each([
    ['of another account', { accountId: 'you' }],
    ['that is too old', { createdAtMs: NOW_MS + TOKEN_LIFE_MS }],
  ])('is not asked for by a token %s', (_name, given) => {
    const token = call({ nextPageToken: write()['nextPageToken'] }, given);
    expect(() => continuation.read(token)).toThrow('cannot open');
  });
});

describe('a conversation', () => {
  const continuation = of('enginea/ai-mode');

  it('goes on only where that was asked for, and with its own question', () => {
    expect(continuation.write(ANSWER, call({ q: 'x' }), SERVED)).toEqual(ANSWER);
    const { subsequentRequestToken } = continuation.write(
      ANSWER,
      call({ q: 'x', gl: 'de', continuable: true }),
      SERVED,
    );
    expect(continuation.read(call({ q: 'and then?', gl: 'us', hl: 'en', subsequentRequestToken }))).toMatchObject({
      params: { q: 'and then?', gl: 'de' },
      next: SERVED.next,
    });
  });
});

describe('an operation without tokens', () => {
  it('is asked for as it is', () => {
    const asked = call({ q: 'x' });
    expect(of('enginea/serp').read(asked)).toEqual({ params: { q: 'x' }, sessionId: 'request-1' });
    expect(of('enginea/serp').write(ANSWER, asked, SERVED)).toEqual(ANSWER);
  });
});

describe('what follows an answer of enginea/ai-mode', () => {
  it('is asked from the place and in the language of the first', () => {
    const continuation = of('enginea/ai-mode');
    const kept = { location: 'Berlin', uule: 'w+a', gl: 'de', hl: 'de' };
    const first = call({ q: 'x', continuable: true, ...kept });
    const { subsequentRequestToken } = continuation.write(ANSWER, first, SERVED);
    const others = { location: 'Paris', uule: 'w+b', gl: 'fr', hl: 'fr' };
    expect(continuation.read(call({ subsequentRequestToken, q: 'y', ...others })).params).toEqual({
      subsequentRequestToken,
      q: 'y',
      ...kept,
    });
  });
});
