import { z } from 'zod';
import { groupDigits } from '@quarry/contracts';
import { askFleet } from '../fleet/ask-fleet.js';
import type { Fleet } from '../fleet/fleet-options.js';
import { succeed, succeedWithJson, type Outcome } from '../outcome.js';
import { pageOf, toSecond } from '../requests/page-of-rows.js';
import { renderTable, type Column } from '../output/table.js';

const count = z.int().nonnegative().optional();

const jobSchema = z.looseObject({
  jobId: z.string(),
  operation: z.string().optional(),
  status: z.string(),
  requestsCount: count,
  responsesCount: count,
  succeededCount: count,
  failedCount: count,
  creditsCharged: count,
  createdAt: z.string().optional(),
  /** Of crawls alone. */
  discoveredCount: count,
});
type JobRow = z.infer<typeof jobSchema>;

const digits = (value: number | undefined): string => (value === undefined ? '' : groupDigits(value));

const COLUMNS: readonly Column<JobRow>[] = [
  { heading: 'JOB', cell: ({ jobId }) => jobId },
  { heading: 'CREATED (UTC)', cell: ({ createdAt }) => (createdAt === undefined ? '' : toSecond(createdAt)) },
  {
    heading: 'OPERATION',
    cell: ({ operation = '', discoveredCount }) => (discoveredCount === undefined ? operation : 'crawl/web'),
  },
  { heading: 'STATE', cell: ({ status }) => status.replace('_', ' ') },
  { heading: 'REQUESTS', isNumber: true, cell: ({ requestsCount }) => digits(requestsCount) },
  { heading: 'OK', isNumber: true, cell: ({ succeededCount }) => digits(succeededCount) },
  { heading: 'FAILED', isNumber: true, cell: ({ failedCount }) => digits(failedCount) },
  { heading: 'CREDITS', isNumber: true, cell: ({ creditsCharged }) => digits(creditsCharged) },
];

/** One page of the account's jobs, newest first. */
export const listJobs = (
  fleet: Fleet,
  { cursor: from, isJson }: { cursor: string | undefined; isJson: boolean },
): Promise<Outcome> => {
  const path = `/batches${from === undefined ? '' : `?cursor=${encodeURIComponent(from)}`}`;
  return askFleet(fleet, { method: 'GET', path, schema: pageOf('batches', jobSchema) }, ({ page, rows, cursor }) => {
    if (isJson) return succeedWithJson(page);
    if (rows.length === 0) return succeed('', 'No batches.');
    return succeed(renderTable(COLUMNS, rows), cursor === undefined ? '' : `More: --cursor ${cursor}`);
  });
};
