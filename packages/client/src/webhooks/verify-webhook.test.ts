import { describe, expect, it } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { MAX_SIGNATURES, verifyWebhook, WEBHOOK_TOLERANCE_MS, type WebhookToVerify } from './verify-webhook.js';

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const OTHER = `whsec_${Buffer.alloc(32, 8).toString('base64')}`;
const nowMs = 1_800_000_000_000;
const body = JSON.stringify({ type: 'test', timestamp: '2027-01-15T08:00:00.000Z', data: { message: 'grüße' } });

const sign = (text: string, secret = SECRET): string => new Webhook(secret).sign('evt_1', new Date(nowMs), text);
const webhook = (change: Partial<WebhookToVerify> = {}): WebhookToVerify => ({
  headers: { 'webhook-id': 'evt_1', 'webhook-timestamp': '1800000000', 'webhook-signature': sign(body) },
  body,
  secret: SECRET,
  nowMs,
  ...change,
});
const withHeader = (name: string, value: string | undefined): Partial<WebhookToVerify> => ({
  headers: { ...(webhook().headers as Record<string, string>), [name]: value },
});

describe('verifyWebhook', () => {
  it('returns the event of what another implementation has signed, from text, bytes and either kind of headers', async () => {
    const event = JSON.parse(body) as unknown;
    expect(await verifyWebhook(webhook())).toEqual(event);
    const headers = new Headers(webhook().headers as Record<string, string>);
    expect(await verifyWebhook(webhook({ headers, body: new TextEncoder().encode(body) }))).toEqual(event);
  });

  it('takes any of several secrets and signatures', async () => {
    await verifyWebhook(webhook({ secret: [OTHER, SECRET] }));
    await verifyWebhook(webhook(withHeader('webhook-signature', `v1a,x ${sign(body, OTHER)} ${sign(body)}`)));
    const many = [...Array.from({ length: MAX_SIGNATURES }, () => sign(body, OTHER)), sign(body)].join(' ');
    await expect(verifyWebhook(webhook(withHeader('webhook-signature', many)))).rejects.toMatchObject({
      fault: 'mismatch',
    });
  });

  it.each<[string, Partial<WebhookToVerify>, string]>([
    ['another body', { body: `${body} ` }, 'mismatch'],
    ['another id', withHeader('webhook-id', 'evt_2'), 'mismatch'],
    ['another time', withHeader('webhook-timestamp', '1800000001'), 'mismatch'],
    ['another secret', { secret: OTHER }, 'mismatch'],
    ['a signature that is no base64', withHeader('webhook-signature', 'v1,%%%'), 'headers'],
    ['no v1 signature', withHeader('webhook-signature', sign(body).replace('v1,', 'v2,')), 'headers'],
    ['no signature', withHeader('webhook-signature', undefined), 'headers'],
    ['a time that is no number', withHeader('webhook-timestamp', 'now'), 'headers'],
    ['a secret without its prefix', { secret: SECRET.slice(6) }, 'secret'],
    ['a secret that is too short', { secret: 'whsec_YWJj' }, 'secret'],
    ['a replay', { nowMs: nowMs + WEBHOOK_TOLERANCE_MS + 1 }, 'too_old'],
    ['a time to come', { nowMs: nowMs - WEBHOOK_TOLERANCE_MS - 1 }, 'too_new'],
  ])('refuses %s', async (_name, change, fault) => {
    await expect(verifyWebhook(webhook(change))).rejects.toMatchObject({ name: 'WebhookVerificationError', fault });
  });

  it('takes what is just within the tolerance, and any age where that is infinite', async () => {
    await verifyWebhook(webhook({ nowMs: nowMs + WEBHOOK_TOLERANCE_MS }));
    await verifyWebhook(webhook({ nowMs: nowMs * 2, toleranceMs: Number.POSITIVE_INFINITY }));
  });

  it('refuses a signed body that is not JSON', async () => {
    const change = { ...withHeader('webhook-signature', sign('x')), body: 'x' };
    await expect(verifyWebhook(webhook(change))).rejects.toMatchObject({ fault: 'body' });
  });
});
