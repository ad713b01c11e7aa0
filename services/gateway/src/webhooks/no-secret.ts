/** What callers are told where the deployment has nothing to sign webhooks with. */
export const NO_WEBHOOK_SECRET =
  'This deployment sends no webhooks: it has no secret to sign them with. Its operator can set QUARRY_SECRET.';
