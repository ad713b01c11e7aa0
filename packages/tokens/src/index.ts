export { createConsoleTokens, type ConsoleCaller, type ConsoleTokens } from './console-tokens.js';
export {
  createBucketKeySeals,
  createHeaderSeals,
  createReceiverSeals,
  type HeaderScope,
  type HeaderSeals,
} from './header-seals.js';
export { createLinkSignatures, type LinkGrant, type LinkSignatures } from './link-signatures.js';
export { createTokenSeals, MAX_TOKEN_CHARS, TOKEN_LIFE_MS, type TokenSeals, type TokenScope } from './token-seals.js';
export { createSessionSeals, type SessionScope, type SessionSeals } from './session-seals.js';
