import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Webhook, WebhookVerificationError } from 'standardwebhooks';
import { createWebhookSecrets, MAX_SECRET_BYTES, MIN_SECRET_BYTES, readSecret, SECRET_PREFIX } from './secret.js';
import { signWebhook } from './sign.js';
import { MAX_SIGNATURES, TOLERANCE_MS, verifyWebhook } from './verify.js';

const secretOf = (bytes: Uint8Array): string => `${SECRET_PREFIX}${Buffer.from(bytes).toString('base64')}`;
const anySecret = fc.uint8Array({ minLength: MIN_SECRET_BYTES, maxLength: MAX_SECRET_BYTES }).map(secretOf);
const anyId = fc.stringMatching(/^[\w.-]{1,128}$/);
const nowSeconds = (): number => Math.floor(Date.now() / 1_000);
const received = (headers: ReturnType<typeof signWebhook>, body: string) => ({
  id: headers['webhook-id'],
  timestamp: headers['webhook-timestamp'],
  signature: headers['webhook-signature'],
  body,
});

describe('against an independent implementation of the specification', () => {
  it('what is signed here is verified there, with whichever of the secrets', () => {
    fc.assert(
      fc.property(anySecret, anySecret, anyId, fc.json(), (current, previous, id, body) => {
        const headers = signWebhook({ id, timestampSeconds: nowSeconds(), body }, [current, previous]);
        for (const secret of [current, previous]) {
          expect(new Webhook(secret).verify(body, { ...headers })).toEqual(JSON.parse(body));
        }
      }),
      { numRuns: 60 },
    );
  });

  it('what is signed there is verified here', () => {
    fc.assert(
      fc.property(anySecret, anyId, fc.string({ unit: 'grapheme' }), (secret, id, body) => {
        const timestampSeconds = nowSeconds();
        const signature = new Webhook(secret).sign(id, new Date(timestampSeconds * 1_000), body);
        const webhook = { id, timestamp: String(timestampSeconds), signature, body };
        expect(verifyWebhook(webhook, { secret, nowMs: timestampSeconds * 1_000 })).toEqual({
          isValid: true,
          ageMs: 0,
        });
      }),
      { numRuns: 60 },
    );
  });

  it('both refuse another id, time, body or secret', () => {
    const other = secretOf(Buffer.alloc(32, 9));
    fc.assert(
      fc.property(anySecret, anyId, fc.json(), fc.integer({ min: 0, max: 3 }), (secret, id, body, part) => {
        const timestampSeconds = nowSeconds();
        const headers = signWebhook({ id, timestampSeconds, body }, [secret]);
        const forged = {
          'webhook-id': part === 0 ? `${id}x` : id,
          'webhook-timestamp': String(part === 1 ? timestampSeconds + 1 : timestampSeconds),
          'webhook-signature': headers['webhook-signature'],
        };
        const forgedBody = part === 2 ? `${body} ` : body;
        const forgedSecret = part === 3 ? other : secret;
        expect(() => new Webhook(forgedSecret).verify(forgedBody, forged)).toThrow(WebhookVerificationError);
        const result = verifyWebhook(received(forged, forgedBody), { secret: forgedSecret, nowMs: Date.now() });
        expect(result).toEqual({ isValid: false, fault: 'mismatch' });
      }),
      { numRuns: 60 },
    );
  });
});

describe('verifyWebhook', () => {
  const secret = secretOf(Buffer.alloc(32, 1));
  const atMs = 1_800_000_000_000;
  const body = '{"a":1}';
  const headers = signWebhook({ id: 'e1', timestampSeconds: atMs / 1_000, body }, [secret]);
  const verify = (change: Partial<ReturnType<typeof received>>, nowMs = atMs, toleranceMs?: number) =>
    verifyWebhook(
      { ...received(headers, body), ...change },
      { secret, nowMs, ...(toleranceMs === undefined ? {} : { toleranceMs }) },
    );

  it.each([
    [0, true],
    [TOLERANCE_MS, true],
    [TOLERANCE_MS + 1, 'too_old'],
    [-TOLERANCE_MS, true],
    [-TOLERANCE_MS - 1, 'too_new'],
  ])('%i ms after it was signed', (ageMs, expected) => {
    const result = verify({}, atMs + ageMs);
    expect(result).toEqual(expected === true ? { isValid: true, ageMs } : { isValid: false, fault: expected, ageMs });
  });

  it('takes any age where it is told to', () => {
    expect(verify({}, atMs + 1e11, Infinity)).toMatchObject({ isValid: true });
  });

  it.each([
    [{ timestamp: '' }, 'timestamp'],
    [{ timestamp: '1e9' }, 'timestamp'],
    [{ timestamp: `${atMs / 1_000}.5` }, 'timestamp'],
    [{ signature: '' }, 'unsigned'],
    [{ signature: 'v1a,abc' }, 'unsigned'],
    [{ signature: 'v1,' }, 'mismatch'],
    [{ signature: 'v1,not base64' }, 'mismatch'],
    [{ signature: headers['webhook-signature'].slice(0, -4) }, 'mismatch'],
  ])('refuses %j as %s', (change, fault) => {
    expect(verify(change)).toEqual({ isValid: false, fault });
  });

  it('finds its signature among others, within the bound', () => {
    const others = (count: number): string => Array(count).fill('v1,AAAA').join(' ');
    const own = headers['webhook-signature'];
    expect(verify({ signature: `v2,zzz ${own}` })).toMatchObject({ isValid: true });
    expect(verify({ signature: `${others(MAX_SIGNATURES - 1)} ${own}` })).toMatchObject({ isValid: true });
    expect(verify({ signature: `${others(MAX_SIGNATURES)} ${own}` })).toEqual({ isValid: false, fault: 'mismatch' });
  });

  it('knows what is no secret', () => {
    const encoded = secret.slice(SECRET_PREFIX.length);
    const none = [
      '',
      'whsec_',
      encoded,
      `whsec_${encoded}!`,
      secretOf(Buffer.alloc(MIN_SECRET_BYTES - 1)),
      secretOf(Buffer.alloc(MAX_SECRET_BYTES + 1)),
    ];
    for (const wrong of none) {
      expect(verifyWebhook(received(headers, body), { secret: wrong, nowMs: atMs })).toEqual({
        isValid: false,
        fault: 'secret',
      });
      expect(() => signWebhook({ id: 'e1', timestampSeconds: 1, body }, [wrong])).toThrow(TypeError);
    }
  });
});

describe('createWebhookSecrets', () => {
  const secret = 'a deployment secret of a test';

  it('gives each account a secret of its own, always the same one, and none of them the deployment’s', () => {
    const secrets = createWebhookSecrets({ secret });
    const [first] = secrets?.of('acc_1') ?? [''];
    expect(secrets?.of('acc_1')).toEqual([first]);
    expect(createWebhookSecrets({ secret })?.of('acc_1')).toEqual([first]);
    expect(secrets?.of('acc_2')).not.toEqual([first]);
    expect(readSecret(first)).toHaveLength(32);
    expect(readSecret(first)?.toString()).not.toContain(secret);
  });

  it('stays what it was: receivers keep their secret over updates', () => {
    expect(createWebhookSecrets({ secret })?.of('acc_1')).toEqual([
      'whsec_J0hpEqnWGpX0KjRCimVqh/oGTJ0f14+kV0I06OxB+iA=',
    ]);
  });

  it('brings the secret before as well, while there is one', () => {
    const before = createWebhookSecrets({ secret: 'the deployment secret before' })?.of('acc_1') ?? [];
    const [current] = createWebhookSecrets({ secret })?.of('acc_1') ?? [];
    const both = createWebhookSecrets({ secret, previous: 'the deployment secret before' })?.of('acc_1');
    expect(both).toEqual([current, ...before]);
    expect(createWebhookSecrets({ secret, previous: secret })?.of('acc_1')).toEqual([current]);
  });

  it('has none where the deployment has none', () => {
    expect(createWebhookSecrets({ secret: undefined, previous: secret })).toBeUndefined();
  });
});
