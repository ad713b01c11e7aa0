import { appendFileSync } from 'node:fs';

/** Records that something was started and how long that took, for the table of `npm test -- --times`. */
export const noteStart = (name: string, startedAt: number): void => {
  const file = process.env['TEST_TIMES'];
  if (file) appendFileSync(file, `${JSON.stringify({ kind: 'start', name, wallMs: performance.now() - startedAt })}\n`);
};
