const BYTES = 16;

/** A fresh id of a grant. `crypto.randomUUID` is missing where the console is not served by https or on loopback. */
export const createGrantId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(BYTES)), (byte) => byte.toString(16).padStart(2, '0')).join('');
