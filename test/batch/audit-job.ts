import type { BatchJob, Period, Store } from '@quarry/store';
import { poll, untilJournalAgrees } from '@quarry/testkit';
import type { DesignedItem } from './designed-items.js';
import type { ResultRow } from './read-job.js';

/** Error codes that items may end with when processes die; all are free of charge. */
const UNDER_FAULTS: ReadonlySet<string> = new Set(['internal_error', 'deadline_exceeded']);
/** Most of them, as a share of the items. */
export const MAX_UNDER_FAULTS = 0.01;

const SETTLE_TIMEOUT_MS = 120_000;
const POLL_MS = 100;

export interface JobAudit {
  readonly items: number;
  readonly distinct: number;
  readonly duplicates: number;
  readonly lost: number;
  /** Items that ended otherwise than designed, as text. */
  readonly wrong: readonly string[];
  /** Items that ended as only a fault ends them. */
  readonly underFaults: number;
  /** Sum of the designed prices of the items that ended well. */
  readonly creditsExpected: number;
  readonly creditsByJob: number;
  readonly creditsByPeriod: number;
  readonly creditsByJournal: number;
  readonly creditsByItems: number;
  /** Leftovers: holds, open rows, books that do not add up. */
  readonly orphans: readonly string[];
}

const itemCharges = async (store: Store, jobId: string): Promise<number> => {
  let credits = 0;
  for (let afterSeq = 0; ;) {
    const rows = await store.batches.results(jobId, { afterSeq, limit: 1_000 });
    credits += rows.reduce((sum, row) => sum + row.chargedCredits, 0);
    const last = rows.at(-1)?.seq;
    if (last === undefined) return credits;
    afterSeq = last;
  }
};

const onePeriod = (periods: readonly Period[]): Period => {
  const [period] = periods;
  if (period === undefined || periods.length !== 1) throw new Error('one period is expected');
  return period;
};

const orphansOf = (period: Period, rebuilt: Period, job: BatchJob, openItems: number): string[] => {
  const { granted, charged, held, expired, available } = period;
  return [
    ...(held === 0 ? [] : [`${held} credits held in the period`]),
    ...(job.heldCredits === 0 ? [] : [`${job.heldCredits} credits held by the job`]),
    ...(openItems === 0 ? [] : [`${openItems} open items`]),
    ...(granted === charged + held + expired + available ? [] : ['the period does not add up']),
    ...(JSON.stringify(period) === JSON.stringify(rebuilt) ? [] : ['the journal tells another story']),
    ...(job.visibleCount === job.succeededCount + job.failedCount ? [] : ['the counters do not add up']),
  ];
};

/** `ok`, or the code of its error. */
const endOf = ({ result }: ResultRow): string =>
  result.status === 'ok' ? 'ok' : (result.error ?? 'an error without a name');

/** Compares everything reported about an ended job with its design. The account must have no other job. */
export const auditJob = async (
  store: Store,
  jobId: string,
  designed: readonly DesignedItem[],
  rows: readonly ResultRow[],
): Promise<JobAudit> => {
  const job = await store.batches.get(jobId);
  if (job === null) throw new Error('the job is gone');
  const byUrl = new Map(designed.map((item) => [item.query.url, item]));
  const seen = new Map<string, ResultRow>();
  for (const row of rows) seen.set(row.query.url, row);
  const ids = new Set(rows.map(({ result }) => result.id));
  const wrong: string[] = [];
  let underFaults = 0;
  let creditsExpected = 0;
  for (const row of rows) {
    const item = byUrl.get(row.query.url);
    if (item === undefined) wrong.push(`nobody asked for ${row.query.url}`);
    else {
      const end = endOf(row);
      const isRight = end === (item.error ?? 'ok');
      if (!isRight && UNDER_FAULTS.has(end)) underFaults += 1;
      else if (!isRight) wrong.push(`${item.kind} came to ${end}: ${item.query.url}`);
      if (row.result.status === 'ok') creditsExpected += item.price;
    }
  }
  const period = onePeriod(await store.accounts.periods(job.accountId));
  const rebuilt = onePeriod(await store.ledger.rebuild(job.accountId));
  const openItems = await store.batches.openItems(jobId, { afterIndex: -1, limit: 1_000 });
  return {
    items: designed.length,
    distinct: seen.size,
    duplicates: rows.length - Math.min(seen.size, ids.size),
    lost: designed.filter(({ query }) => !seen.has(query.url)).length,
    ...{ wrong, underFaults, creditsExpected },
    creditsByJob: job.chargedCredits,
    creditsByPeriod: period.charged,
    creditsByJournal: rebuilt.charged,
    creditsByItems: await itemCharges(store, jobId),
    orphans: orphansOf(period, rebuilt, job, openItems.length),
  };
};

/** Problems of an audit, as text; empty when nothing was lost, doubled or miscounted. */
export const faultsOf = (audit: JobAudit): string[] => {
  const { items, distinct, duplicates, lost, wrong, underFaults, creditsExpected, orphans } = audit;
  const credits = [audit.creditsByJob, audit.creditsByPeriod, audit.creditsByJournal, audit.creditsByItems];
  return [
    ...(distinct === items ? [] : [`${distinct} of ${items} items have a result`]),
    ...(duplicates === 0 ? [] : [`${duplicates} results came twice`]),
    ...(lost === 0 ? [] : [`${lost} items are lost`]),
    ...(underFaults <= items * MAX_UNDER_FAULTS ? [] : [`${underFaults} items ended by faults alone`]),
    ...(credits.every((one) => one === creditsExpected)
      ? []
      : [`charged by job, period, journal, items ${credits.join(', ')}; expected ${creditsExpected}`]),
    ...wrong.slice(0, 20),
    ...orphans,
  ];
};

/** Waits until an account and its journal have no held credits. */
export const untilReleased = async (store: Store, accountId: string): Promise<void> => {
  const readHeld = async () => (await store.accounts.period(accountId))?.held;
  const held = await poll(readHeld, (credits) => credits === 0, { timeoutMs: SETTLE_TIMEOUT_MS, everyMs: POLL_MS });
  if (held !== 0) {
    const jobs = await store.batches.list(accountId, { limit: 100 });
    const told = jobs.map(({ state, heldCredits }) => `${state} ${heldCredits}`).join(', ');
    throw new Error(`${held} credits stay held; jobs: ${told}`);
  }
  await untilJournalAgrees(store, accountId);
};
