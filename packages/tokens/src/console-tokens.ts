import { createSealBox, type DeploymentSecrets } from './seal-box.js';

/** How long a token is valid: as long as one call of the console to the API may take to arrive. */
export const CONSOLE_TOKEN_LIFE_MS = 60_000;
/** Longest text that is looked at. Tokens for ids of the store are at most half as long. */
export const MAX_CONSOLE_TOKEN_CHARS = 512;

const PREFIX = 'qcs_';
/** A change of this invalidates every token. */
const PURPOSE = 'quarry console token';

/** On whose behalf the console calls the API. */
export interface ConsoleCaller {
  readonly accountId: string;
  readonly userId: string;
}

/** Tokens by which the console calls the API for its users, in the place of a key. */
export interface ConsoleTokens {
  /** `qcs_` and base64url, valid for `CONSOLE_TOKEN_LIFE_MS`. */
  seal(caller: ConsoleCaller, nowMs: number): string;
  /** Null for text that is altered, expired, of another deployment or no token. */
  open(token: string, nowMs: number): ConsoleCaller | null;
}

type Sealed = readonly [accountId: string, userId: string, expiresAtMs: number];

/** The bytes of a token in this module's own spelling; any other spelling is refused. */
const bytesOf = (token: string): Buffer | undefined => {
  if (!token.startsWith(PREFIX) || token.length > MAX_CONSOLE_TOKEN_CHARS) return undefined;
  const text = token.slice(PREFIX.length);
  const bytes = Buffer.from(text, 'base64url');
  return bytes.toString('base64url') === text ? bytes : undefined;
};

/**
 * Seals with the deployment's secret; opens tokens of this secret and the previous one. Undefined without a secret: the
 * deployment then accepts no tokens of a console.
 */
export const createConsoleTokens = (deployment: DeploymentSecrets): ConsoleTokens | undefined => {
  const box = createSealBox(PURPOSE, deployment);
  if (!box) return undefined;
  return {
    seal: ({ accountId, userId }, nowMs) => {
      const sealed: Sealed = [accountId, userId, nowMs + CONSOLE_TOKEN_LIFE_MS];
      return PREFIX + box.seal([], Buffer.from(JSON.stringify(sealed))).toString('base64url');
    },
    open: (token, nowMs) => {
      const bytes = bytesOf(token);
      const plain = bytes && box.open([], bytes);
      if (!plain) return null;
      // safe because only `seal` makes tokens that the box opens
      const [accountId, userId, expiresAtMs] = JSON.parse(plain.toString('utf8')) as Sealed;
      return nowMs < expiresAtMs ? { accountId, userId } : null;
    },
  };
};
