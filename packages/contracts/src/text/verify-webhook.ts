/** How a receiver verifies a webhook without a library; the same as in `docs/webhooks.md`. */
export const VERIFY_NODE = `import { createHmac, timingSafeEqual } from 'node:crypto';

// headers: as Node provides them; body: the raw bytes, before any parsing
export const isFromQuarry = (headers, body, secret) => {
  const { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': signatures = '' } = headers;
  if (!(Math.abs(Date.now() / 1000 - Number(time)) < 300)) return false;
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const expected = createHmac('sha256', key).update(\`\${id}.\${time}.\`).update(body).digest();
  return signatures.split(' ').some((signature) => {
    const given = Buffer.from(signature.replace('v1,', ''), 'base64');
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
};`;
