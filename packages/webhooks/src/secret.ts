import { hkdfSync } from 'node:crypto';

/** What every secret begins with; standard base64 follows. */
export const SECRET_PREFIX = 'whsec_';
/** Bytes of the secrets that are made here. */
export const SECRET_BYTES = 32;
/** Bytes a secret may have by the Standard Webhooks specification. */
export const MIN_SECRET_BYTES = 24;
export const MAX_SECRET_BYTES = 64;

/** Whoever changes this gives every account another secret. */
const CONTEXT = 'quarry webhook secret of account ';

/** At least one, the current one first. */
export type SecretList = readonly [current: string, ...previous: string[]];

/** The secrets of a deployment's accounts. Nothing of them is stored. */
export interface WebhookSecrets {
  /** What the account's webhooks are signed with: the current secret and, while the deployment's is being changed, the one before. */
  of(accountId: string): SecretList;
}

const deriveSecret = (deploymentSecret: string, accountId: string): string => {
  const bytes = hkdfSync('sha256', deploymentSecret, '', `${CONTEXT}${accountId}`, SECRET_BYTES);
  return `${SECRET_PREFIX}${Buffer.from(bytes).toString('base64')}`;
};

/** One secret per account, made of the deployment's own. Undefined where the deployment has none: it can sign no webhook. */
export const createWebhookSecrets = (deployment: {
  readonly secret: string | undefined;
  /** The one before, as long as receivers may still verify with it. */
  readonly previous?: string | undefined;
}): WebhookSecrets | undefined => {
  const { secret, previous } = deployment;
  if (secret === undefined) return undefined;
  const older = previous === undefined || previous === secret ? [] : [previous];
  return {
    of: (accountId) => [deriveSecret(secret, accountId), ...older.map((one) => deriveSecret(one, accountId))],
  };
};

const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

/** The key in a `whsec_...` secret; undefined for anything else. */
export const readSecret = (secret: string): Buffer | undefined => {
  const encoded = secret.startsWith(SECRET_PREFIX) ? secret.slice(SECRET_PREFIX.length) : '';
  if (!BASE64.test(encoded)) return undefined;
  const key = Buffer.from(encoded, 'base64');
  return key.length >= MIN_SECRET_BYTES && key.length <= MAX_SECRET_BYTES ? key : undefined;
};
