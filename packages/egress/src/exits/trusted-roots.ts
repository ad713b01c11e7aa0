import { createSecureContext, rootCertificates, type SecureContext } from 'node:tls';

/** The system's roots and these, read once: undefined, for the system's alone, where there are none. */
export const trustRoots = (extra: readonly string[] | undefined): SecureContext | undefined =>
  extra && createSecureContext({ ca: [...rootCertificates, ...extra] });
