/**
 * Advisories that do not fail the audit until a date: `{ id: 'GHSA-...', until: 'YYYY-MM-DD', reason }`. The reason says why
 * the product is not affected; the date is at most 90 days away.
 */
export const AUDIT_ALLOWED = [];
