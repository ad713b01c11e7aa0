import { hash, randomBytes } from 'node:crypto';

const TOKEN_BYTES = 32;
const TOKEN = /^[\w-]{43}$/;

/** An unguessable token for a cookie or a link. The store has only its hash. */
export const makeToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url');

/** The id under which a token is stored; undefined for text that is no token. */
export const tokenId = (token: string): string | undefined =>
  TOKEN.test(token) ? hash('sha256', token, 'hex') : undefined;
