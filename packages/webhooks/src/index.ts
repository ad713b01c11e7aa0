export * from './retry-policy.js';
export * from './secret.js';
export * from './sign.js';
export * from './verify.js';
