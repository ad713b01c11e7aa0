import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';

/** How long a token is taken back. */
export const TOKEN_LIFE_MS = 3_600_000;
/** Longest token, in characters; what would need a longer one gets none. */
export const MAX_TOKEN_CHARS = 8_192;
/** Largest state that a token holds, in bytes before it is packed. */
const MAX_STATE_BYTES = 65_536;

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
/** Whoever changes this ends every token. */
const PURPOSE = 'quarry page token';
const VERSION = 1;
const IV_BYTES = 12;
const TAG_BYTES = 16;
const HEAD_BYTES = 1 + IV_BYTES;

/** Whose token it is and what for: elsewhere it is none. */
export interface TokenScope {
  /** Id of the operation. */
  readonly operation: string;
  readonly accountId: string;
}

/** Turns the state of a search into a token that its caller can neither read nor alter, and back. */
export interface TokenSeals {
  /** `state`: plain JSON. Undefined where the token would be longer than `MAX_TOKEN_CHARS`. */
  seal(scope: TokenScope, state: unknown, nowMs: number): string | undefined;
  /** Undefined for a token that is altered, expired, or of another account, operation or deployment. */
  open(scope: TokenScope, token: string, nowMs: number): { readonly state: unknown } | undefined;
}

interface Sealed {
  readonly state: unknown;
  readonly expiresAtMs: number;
}

const deriveKey = (secret: string): Buffer => Buffer.from(hkdfSync('sha256', secret, '', PURPOSE, KEY_BYTES));

/** Authenticated with the token without standing in it. */
const boundTo = ({ operation, accountId }: TokenScope): Buffer =>
  Buffer.from(JSON.stringify([VERSION, operation, accountId]));

const encrypt = (key: Buffer, scope: TokenScope, plain: Buffer): Buffer => {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, key, iv, { authTagLength: TAG_BYTES }).setAAD(boundTo(scope));
  return Buffer.concat([Buffer.of(VERSION), iv, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
};

const decrypt = (key: Buffer, scope: TokenScope, bytes: Buffer): Buffer | undefined => {
  const decipher = createDecipheriv(CIPHER, key, bytes.subarray(1, HEAD_BYTES), { authTagLength: TAG_BYTES });
  decipher.setAAD(boundTo(scope)).setAuthTag(bytes.subarray(-TAG_BYTES));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(HEAD_BYTES, -TAG_BYTES)), decipher.final()]);
  } catch {
    return undefined;
  }
};

/** The bytes of a token that is written as this module writes it: no second spelling of one passes. */
const bytesOf = (token: string): Buffer | undefined => {
  if (token.length > MAX_TOKEN_CHARS) return undefined;
  const bytes = Buffer.from(token, 'base64url');
  const isWhole = bytes.length > HEAD_BYTES + TAG_BYTES && bytes[0] === VERSION;
  return isWhole && bytes.toString('base64url') === token ? bytes : undefined;
};

/**
 * Seals by the deployment's secret; opens what this or the one before has sealed. Undefined where the deployment has none: it
 * can give no tokens.
 */
export const createTokenSeals = (deployment: {
  readonly secret: string | undefined;
  /** The one before, while it is being changed. */
  readonly previous?: string | undefined;
}): TokenSeals | undefined => {
  const { secret, previous } = deployment;
  if (secret === undefined) return undefined;
  const current = deriveKey(secret);
  const keys = previous === undefined || previous === secret ? [current] : [current, deriveKey(previous)];
  return {
    seal: (scope, state, nowMs) => {
      const sealed: Sealed = { state, expiresAtMs: nowMs + TOKEN_LIFE_MS };
      const plain = Buffer.from(JSON.stringify(sealed));
      if (plain.length > MAX_STATE_BYTES) return undefined;
      const token = encrypt(current, scope, deflateRawSync(plain)).toString('base64url');
      return token.length > MAX_TOKEN_CHARS ? undefined : token;
    },
    open: (scope, token, nowMs) => {
      const bytes = bytesOf(token);
      if (!bytes) return undefined;
      for (const key of keys) {
        const plain = decrypt(key, scope, bytes);
        if (!plain) continue;
        // safe because only `seal` makes what these keys open
        const { state, expiresAtMs } = JSON.parse(
          inflateRawSync(plain, { maxOutputLength: MAX_STATE_BYTES }).toString('utf8'),
        ) as Sealed;
        return nowMs < expiresAtMs ? { state } : undefined;
      }
      return undefined;
    },
  };
};
