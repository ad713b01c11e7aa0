/**
 * Advisories that do not fail the audit for a while: `{ id: 'GHSA-...', until: 'YYYY-MM-DD', reason }`. The reason says why
 * the product is not hurt by it; the date, at most 90 days away, is when somebody looks again.
 */
export const AUDIT_ALLOWED = [];
