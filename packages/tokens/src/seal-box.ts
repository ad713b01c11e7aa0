import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const VERSION = 1;
const IV_BYTES = 12;
const TAG_BYTES = 16;
const HEAD_BYTES = 1 + IV_BYTES;

/** The deployment's secret, and the previous one while it is being changed. */
export interface DeploymentSecrets {
  readonly secret: string | undefined;
  readonly previous?: string | undefined;
}

/** Seals bytes with the deployment's secret and opens bytes sealed with this or the previous one. */
export interface SealBox {
  /** `boundTo` is authenticated but not part of the sealed bytes: with another one they do not open. */
  seal(boundTo: readonly string[], plain: Buffer): Buffer;
  open(boundTo: readonly string[], sealed: Buffer): Buffer | undefined;
}

const asBytes = (boundTo: readonly string[]): Buffer => Buffer.from(JSON.stringify([VERSION, ...boundTo]));

const decrypt = (key: Buffer, boundTo: readonly string[], sealed: Buffer): Buffer | undefined => {
  const decipher = createDecipheriv(CIPHER, key, sealed.subarray(1, HEAD_BYTES), { authTagLength: TAG_BYTES });
  decipher.setAAD(asBytes(boundTo)).setAuthTag(sealed.subarray(-TAG_BYTES));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(HEAD_BYTES, -TAG_BYTES)), decipher.final()]);
  } catch {
    return undefined;
  }
};

/** Each `purpose` has a key of its own: changing it invalidates everything sealed. Undefined without a secret. */
export const createSealBox = (purpose: string, { secret, previous }: DeploymentSecrets): SealBox | undefined => {
  if (secret === undefined) return undefined;
  const derive = (from: string): Buffer => Buffer.from(hkdfSync('sha256', from, '', purpose, KEY_BYTES));
  const current = derive(secret);
  const keys = previous === undefined || previous === secret ? [current] : [current, derive(previous)];
  return {
    seal: (boundTo, plain) => {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv(CIPHER, current, iv, { authTagLength: TAG_BYTES }).setAAD(asBytes(boundTo));
      return Buffer.concat([Buffer.of(VERSION), iv, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
    },
    open: (boundTo, sealed) => {
      if (sealed.length <= HEAD_BYTES + TAG_BYTES || sealed[0] !== VERSION) return undefined;
      for (const key of keys) {
        const plain = decrypt(key, boundTo, sealed);
        if (plain !== undefined) return plain;
      }
      return undefined;
    },
  };
};
