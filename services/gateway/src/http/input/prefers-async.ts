import type { Request } from 'express';

/** Whether the call asks not to be waited for, with `Prefer: respond-async` (RFC 7240). */
export const prefersAsync = ({ headers }: Pick<Request, 'headers'>): boolean => {
  const { prefer } = headers;
  const sent = Array.isArray(prefer) ? prefer.join(',') : (prefer ?? '');
  return sent
    .split(',')
    .some((preference) => (preference.split(';', 1)[0] ?? '').trim().toLowerCase() === 'respond-async');
};
