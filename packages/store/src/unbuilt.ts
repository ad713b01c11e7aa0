import { StoreError } from './store-error.js';

/** A part of the port that an adapter does not have yet: every call rejects. */
export const unbuilt = <Part extends object>(name: string): Part =>
  // safe because every method that is read is there, and rejects
  new Proxy({} as Part, {
    get: (_part, method) => () =>
      Promise.reject(new StoreError('engine_failed', `${name}.${String(method)} is not there.`)),
  });
