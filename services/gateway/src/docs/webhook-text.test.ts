import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { BATCH_EVENTS } from '@quarry/contracts';
import { signWebhook } from '@quarry/webhooks';
import { VERIFY_NODE } from '@quarry/contracts/verify-webhook';
import { EVENT_NOTES, pausesText, webhookText } from './webhook-text.js';

const document = readFileSync(new URL('../../../../docs/webhooks.md', import.meta.url), 'utf8');
const inOneLine = document.replaceAll(/\s+/g, ' ');

type Verify = (headers: Readonly<Record<string, string>>, body: string | Buffer, secret: string) => boolean;

describe('what a receiver is told to do', () => {
  it('verifies webhooks and nothing else', async () => {
    const module = `data:text/javascript,${encodeURIComponent(VERIFY_NODE)}`;
    const { isFromQuarry } = (await import(module)) as { isFromQuarry: Verify };
    const [secret, other] = [1, 2].map(() => `whsec_${randomBytes(32).toString('base64')}`) as [string, string];
    const body = JSON.stringify({ type: 'batch.completed', data: { message: 'ünïcode' } });
    const at = (seconds: number) =>
      signWebhook({ id: 'e1', timestampSeconds: Math.floor(Date.now() / 1_000) + seconds, body }, [other, secret]);
    expect(isFromQuarry(at(0), body, secret)).toBe(true);
    expect(isFromQuarry(at(0), Buffer.from(body), other)).toBe(true);
    expect(isFromQuarry(at(-240), body, secret)).toBe(true);
    expect(isFromQuarry(at(-310), body, secret)).toBe(false);
    expect(isFromQuarry(at(310), body, secret)).toBe(false);
    expect(isFromQuarry(at(0), `${body} `, secret)).toBe(false);
    expect(isFromQuarry({ ...at(0), 'webhook-id': 'e2' }, body, secret)).toBe(false);
    expect(isFromQuarry(at(0), body, `whsec_${randomBytes(32).toString('base64')}`)).toBe(false);
    expect(isFromQuarry({}, body, secret)).toBe(false);
  });

  it('is the same in the document and in the reference of the gateway', () => {
    expect(document).toContain(`\`\`\`js\n${VERIFY_NODE}\n\`\`\``);
    expect(webhookText('https://quarry.example')).toContain(VERIFY_NODE);
  });
});

describe('docs/webhooks.md', () => {
  it('tells of every event and of the pauses between tries', () => {
    for (const event of BATCH_EVENTS) expect(document).toContain(`| \`${event}\` | ${EVENT_NOTES[event]} |`);
    expect(pausesText()).toBe('5 seconds, 30 seconds, 2 minutes, 10 minutes, 30 minutes, 2 hours, 5 hours and 8 hours');
    expect(inOneLine).toContain(`after ${pausesText()}.`);
  });
});
