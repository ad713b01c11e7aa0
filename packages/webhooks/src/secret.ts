import { hkdfSync } from 'node:crypto';

/** Prefix of every secret; standard base64 follows. */
export const SECRET_PREFIX = 'whsec_';
/** Bytes of the secrets that are derived here. */
export const SECRET_BYTES = 32;
/** Bounds of a secret's bytes in the Standard Webhooks specification. */
export const MIN_SECRET_BYTES = 24;
export const MAX_SECRET_BYTES = 64;

/** A change of this gives every account another secret. */
const CONTEXT = 'quarry webhook secret of account ';

/** At least one, the current one first. */
export type SecretList = readonly [current: string, ...previous: string[]];

/** The secrets of a deployment's accounts. None is stored. */
export interface WebhookSecrets {
  /** The secrets that sign the account's webhooks: the current one and, while the deployment's secret is being changed, the previous one. */
  of(accountId: string): SecretList;
}

const deriveSecret = (deploymentSecret: string, accountId: string): string => {
  const bytes = hkdfSync('sha256', deploymentSecret, '', `${CONTEXT}${accountId}`, SECRET_BYTES);
  return `${SECRET_PREFIX}${Buffer.from(bytes).toString('base64')}`;
};

/** One secret per account, derived from the deployment's. Undefined without one: the deployment then signs no webhooks. */
export const createWebhookSecrets = (deployment: {
  readonly secret: string | undefined;
  /** The previous one, as long as receivers may still verify with it. */
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
