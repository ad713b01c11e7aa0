import { createHash } from 'node:crypto';

/** A UUID that is the same for the same input, so that two runs over one file can be compared. */
export const offlineRequestId = (parts: readonly (string | Uint8Array)[]): string => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(createHash('sha256').update(part).digest());
  const digits = hash.digest('hex');
  const variant = ((Number.parseInt(digits.charAt(16), 16) & 0b11) | 0b1000).toString(16);
  return [
    digits.slice(0, 8),
    digits.slice(8, 12),
    `8${digits.slice(13, 16)}`,
    `${variant}${digits.slice(17, 20)}`,
    digits.slice(20, 32),
  ].join('-');
};
