import { describe, expect, it } from '@jest/globals';
import { csvCell } from '@quarry/contracts';
import type { ResultRow } from '../batch-api.js';
import { formatRow, idOfLine } from './row-format.js';

const ID = 'b632bebc-dc22-4e57-9ca5-d2746956a5f7';

describe('a row of a table', () => {
  it.each(['=1+1', '+A1', '-2+3', '@SUM(A1)', '\t=1', '\r\n=1', '=HYPERLINK("a","b")', '-12.5', 'plain'])(
    'has the cells of the fleet: %j',
    (message) => {
      const result = { id: ID, index: 3, status: 'error', error: 'internal_error', message, retryable: true } as const;
      const row = { query: { url: message }, result } as unknown as ResultRow;
      const line = formatRow(row, 'csv');
      const cell = csvCell(message.replace(/[\r\n]+/g, ' '));
      const query = csvCell(JSON.stringify({ url: message }));
      expect(line).toBe(`3,${ID},error,internal_error,${cell},true,,,,,${query}\r\n`);
      expect(idOfLine(line, { format: 'csv', hasAnswers: false })).toBe(ID);
    },
  );
});
