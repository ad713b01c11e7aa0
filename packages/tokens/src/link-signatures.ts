import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { DeploymentSecrets } from './seal-box.js';

/** A change of this invalidates every signed link. */
const PURPOSE = 'quarry signed link';
const KEY_BYTES = 32;

/** What a link opens, and until when. */
export interface LinkGrant {
  /** `<account>/<request>/<name>` of a stored file. */
  readonly file: string;
  /** Epoch seconds. */
  readonly expiresAtSeconds: number;
}

/** Signs links to stored files, so that they open without a key until they expire. */
export interface LinkSignatures {
  /** base64url. */
  sign(grant: LinkGrant): string;
  /** Takes the same time for every signature. Does not look at the clock. */
  isSigned(grant: LinkGrant, signature: string): boolean;
}

/** Signs with the deployment's secret; accepts signatures of this secret and the previous one. Undefined without a secret. */
export const createLinkSignatures = ({ secret, previous }: DeploymentSecrets): LinkSignatures | undefined => {
  if (secret === undefined) return undefined;
  const derive = (from: string): Buffer => Buffer.from(hkdfSync('sha256', from, '', PURPOSE, KEY_BYTES));
  const current = derive(secret);
  const keys = previous === undefined || previous === secret ? [current] : [current, derive(previous)];
  const digest = (key: Buffer, { file, expiresAtSeconds }: LinkGrant): Buffer =>
    createHmac('sha256', key)
      .update(JSON.stringify([file, expiresAtSeconds]))
      .digest();
  return {
    sign: (grant) => digest(current, grant).toString('base64url'),
    isSigned: (grant, signature) => {
      const given = Buffer.from(signature, 'base64url');
      // All keys are tried, whichever fits.
      return keys
        .map((key) => digest(key, grant))
        .map((due) => given.length === due.length && timingSafeEqual(given, due))
        .some(Boolean);
    },
  };
};
