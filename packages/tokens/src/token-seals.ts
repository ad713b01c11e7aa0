import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { createSealBox, type DeploymentSecrets } from './seal-box.js';

/** How long a token is valid. */
export const TOKEN_LIFE_MS = 3_600_000;
/** Longest token, in characters; a state that needs a longer one gets none. */
export const MAX_TOKEN_CHARS = 8_192;
/** Largest state that a token holds, in bytes before it is packed. */
const MAX_STATE_BYTES = 65_536;

/** A change of this invalidates every token. */
const PURPOSE = 'quarry page token';

/** The account and operation that a token is valid for. */
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

const boundTo = ({ operation, accountId }: TokenScope): string[] => [operation, accountId];

/** The bytes of a token in this module's own spelling; any other spelling is refused. */
const bytesOf = (token: string): Buffer | undefined => {
  if (token.length > MAX_TOKEN_CHARS) return undefined;
  const bytes = Buffer.from(token, 'base64url');
  return bytes.toString('base64url') === token ? bytes : undefined;
};

/**
 * Seals with the deployment's secret; opens tokens of this secret and the previous one. Undefined without a secret: the
 * deployment then issues no tokens.
 */
export const createTokenSeals = (deployment: DeploymentSecrets): TokenSeals | undefined => {
  const box = createSealBox(PURPOSE, deployment);
  if (!box) return undefined;
  return {
    seal: (scope, state, nowMs) => {
      const sealed: Sealed = { state, expiresAtMs: nowMs + TOKEN_LIFE_MS };
      const plain = Buffer.from(JSON.stringify(sealed));
      if (plain.length > MAX_STATE_BYTES) return undefined;
      const token = box.seal(boundTo(scope), deflateRawSync(plain)).toString('base64url');
      return token.length > MAX_TOKEN_CHARS ? undefined : token;
    },
    open: (scope, token, nowMs) => {
      const bytes = bytesOf(token);
      const plain = bytes && box.open(boundTo(scope), bytes);
      if (!plain) return undefined;
      // safe because only `seal` makes tokens that the box opens
      const { state, expiresAtMs } = JSON.parse(
        inflateRawSync(plain, { maxOutputLength: MAX_STATE_BYTES }).toString('utf8'),
      ) as Sealed;
      return nowMs < expiresAtMs ? { state } : undefined;
    },
  };
};
