import { createSecureContext, rootCertificates, type SecureContext } from 'node:tls';

/** A context with the system's roots and these; undefined, which means the system's roots, if there are none. */
export const trustRoots = (extra: readonly string[] | undefined): SecureContext | undefined =>
  extra && createSecureContext({ ca: [...rootCertificates, ...extra] });
