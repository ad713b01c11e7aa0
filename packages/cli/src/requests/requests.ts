import { z } from 'zod';
import { groupDigits } from '@quarry/contracts';
import { askFleet } from '../fleet/ask-fleet.js';
import type { Fleet } from '../fleet/fleet-options.js';
import { succeed, succeedWithJson, type Outcome } from '../outcome.js';
import type { Presentation } from '../output/presentation.js';
import { renderTable, type Column } from '../output/table.js';
import { pageOf, toSecond } from './page-of-rows.js';

const MAX_TARGET_CHARS = 60;

const text = z.string().optional();
const number = z.number().optional();

const requestSchema = z.looseObject({
  id: z.string(),
  operation: text,
  /** pending, ok or error. */
  status: text,
  error: text,
  reason: text,
  host: text,
  tier: text,
  statusCode: number,
  creditsCharged: number,
  totalMs: number,
  createdAt: text,
});
type RequestRow = z.infer<typeof requestSchema>;

const outcomeOf = ({ status = '', error, reason }: RequestRow): string => {
  if (error === undefined) return status;
  return reason === undefined ? error : `${error} (${reason})`;
};

const COLUMNS: readonly Column<RequestRow>[] = [
  { heading: 'ID', cell: ({ id }) => id },
  { heading: 'CREATED (UTC)', cell: ({ createdAt }) => (createdAt === undefined ? '' : toSecond(createdAt)) },
  { heading: 'OPERATION', cell: ({ operation = '' }) => operation },
  { heading: 'HOST', cell: ({ host = '' }) => host.slice(0, MAX_TARGET_CHARS) },
  { heading: 'HTTP', isNumber: true, cell: ({ statusCode }) => (statusCode === undefined ? '' : String(statusCode)) },
  { heading: 'OUTCOME', cell: outcomeOf },
  {
    heading: 'CREDITS',
    isNumber: true,
    cell: ({ creditsCharged }) => (creditsCharged === undefined ? '' : groupDigits(creditsCharged)),
  },
];

/** Names as in the query of `GET /requests`. */
export type RequestFilters = Readonly<Record<string, string | undefined>>;

const toQuery = (filters: RequestFilters): string => {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(filters)) if (value !== undefined) query.append(name, value);
  return query.size === 0 ? '' : `?${query.toString()}`;
};

/** One page of the account's requests, newest first. */
export const listRequests = (fleet: Fleet, filters: RequestFilters, { isJson }: Presentation): Promise<Outcome> =>
  askFleet(
    fleet,
    { method: 'GET', path: `/requests${toQuery(filters)}`, schema: pageOf('requests', requestSchema) },
    ({ page, rows, cursor }) => {
      if (isJson) return succeedWithJson(page);
      const more = cursor === undefined ? '' : `More: --cursor ${cursor}`;
      if (rows.length > 0) return succeed(renderTable(COLUMNS, rows), more);
      // The fleet looks at a bounded number of requests for a page, so one without any may lead on to others.
      return succeed('', more === '' ? 'No requests.' : `None on this page. ${more}`);
    },
  );

const linesOf = (value: unknown, name: string): readonly (readonly [string, string])[] => {
  if (value === undefined || value === null) return [];
  if (typeof value === 'object' && !Array.isArray(value)) {
    return Object.entries(value).flatMap(([key, member]) => linesOf(member, name === '' ? key : `${name}.${key}`));
  }
  return [[name, typeof value === 'string' ? value : JSON.stringify(value)]];
};

const CONTROL_CHARACTERS = /\p{Cc}/gu;

/** Everything that is known of one request: a line for each value. */
export const showRequest = (fleet: Fleet, { id, isJson }: { id: string; isJson: boolean }): Promise<Outcome> =>
  askFleet(fleet, { method: 'GET', path: `/requests/${encodeURIComponent(id)}`, schema: requestSchema }, (request) => {
    if (isJson) return succeedWithJson(request);
    const lines = linesOf(request, '');
    const width = Math.max(...lines.map(([name]) => name.length));
    return succeed(
      lines.map(([name, value]) => `${name.padEnd(width)}  ${value.replace(CONTROL_CHARACTERS, ' ')}`).join('\n'),
    );
  });
