import { operationById, PAGE_SHOWN, PAGE_UNDERSTOOD, resultPartsOf, type Verdict } from '@quarry/contracts';
import { siteOf } from '@quarry/egress';
import type { Logger } from '@quarry/observability';
import type { Clock, MissingPage, ReadingCounts, ReadingHealthStore } from '@quarry/store';
import { FieldCounter } from './field-counter.js';
import { endKindOf, SiteCounter } from './site-counter.js';

/** Pause between two writes of the counts. */
export const READING_WRITE_MS = 30_000;
/** Pause before the first write of a worker that counted nothing for a while, so that a single request is soon seen. */
export const READING_FIRST_WRITE_MS = 2_000;

const DAY_MS = 86_400_000;
const MAX_SITE_CHARS = 253;

/** How a request ended, as far as its page is concerned. */
export interface ReadingEnd {
  readonly operation: string;
  readonly requestId: string;
  readonly accountId: string;
  readonly verdict: Verdict;
  /** Host that was asked, with its port; undefined if none was. */
  readonly host: string | undefined;
  readonly exit: string | undefined;
  /** Of a response. */
  readonly result?: Readonly<Record<string, unknown>> | undefined;
  readonly hasPage: boolean;
}

export interface ReadingCounter {
  /** Counts in memory; never throws and waits for nothing. */
  note(end: ReadingEnd): void;
  /** Writes what was counted. Never rejects: counts that could not be written are dropped, so that none is counted twice. */
  write(): Promise<void>;
  /** Writes the rest and stops. */
  close(): Promise<void>;
}

export interface ReadingCounterOptions {
  readonly store: Pick<ReadingHealthStore, 'add'>;
  readonly log: Logger;
  readonly clock?: Clock;
}

interface OperationCounts {
  /** False: the caller chooses pages and fields, so that only its sites are counted. */
  readonly hasFields: boolean;
  readonly fields: FieldCounter;
  readonly sites: SiteCounter;
}

const openCounts = (id: string): OperationCounts | undefined => {
  const operation = operationById(id);
  if (operation === undefined) return undefined;
  const hasFields = operation.target !== undefined;
  return { hasFields, fields: new FieldCounter(resultPartsOf(operation)), sites: new SiteCounter() };
};

const count = ({ hasFields, fields, sites }: OperationCounts, end: ReadingEnd): void => {
  const { requestId, accountId, verdict, host, exit, result, hasPage } = end;
  const kind = endKindOf(verdict);
  if (kind === undefined || host === undefined || exit === undefined) return;
  const site = siteOf(`http://${host}`);
  sites.add(site.length <= MAX_SITE_CHARS && site !== '' ? site : 'other', exit, kind);
  if (!hasFields || kind === 'failed') return;
  const page: MissingPage = { requestId, accountId, hasPage };
  fields.addOther(PAGE_SHOWN, kind !== 'blocked', page);
  if (kind === 'blocked') return;
  fields.addOther(PAGE_UNDERSTOOD, kind === 'read', page);
  if (verdict === 'ok' && result !== undefined) fields.addResult(result, page);
};

/**
 * Counts what requests found on their pages, in memory bounded by the contract's fields and `MAX_SITES_COUNTED`, and adds the counts
 * to the store at intervals. What a killed worker had not written yet is lost.
 */
export const createReadingCounter = ({ store, log, clock = Date.now }: ReadingCounterOptions): ReadingCounter => {
  const counted = new Map<string, OperationCounts>();
  let dayNumber = Math.floor(clock() / DAY_MS);
  let ended: ReadingCounts = { fields: [], sites: [] };
  let timer: NodeJS.Timeout | undefined;
  let writtenAtMs = -Infinity;
  let writing: Promise<void> = Promise.resolve();

  /** Moves what was counted to what is written next. */
  const takeDay = (): void => {
    const day = new Date(dayNumber * DAY_MS).toISOString().slice(0, 10);
    const all = [...counted];
    ended = {
      fields: [...ended.fields, ...all.flatMap(([operation, { fields }]) => fields.take(day, operation))],
      sites: [...ended.sites, ...all.flatMap(([operation, { sites }]) => sites.take(day, operation))],
    };
  };

  const write = async (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    writtenAtMs = performance.now();
    takeDay();
    const counts = ended;
    ended = { fields: [], sites: [] };
    if (counts.fields.length === 0 && counts.sites.length === 0) return;
    try {
      await store.add(counts);
    } catch (error) {
      log.warn('counts of what pages contained were lost', { error });
    }
  };
  const writeNext = (): Promise<void> => {
    writing = writing.then(write);
    return writing;
  };

  const writeSoon = (): void => {
    if (timer !== undefined) return;
    const pauseMs = Math.max(READING_FIRST_WRITE_MS, writtenAtMs + READING_WRITE_MS - performance.now());
    timer = setTimeout(() => void writeNext(), pauseMs).unref();
  };

  return {
    note: (end) => {
      const today = Math.floor(clock() / DAY_MS);
      if (today !== dayNumber) {
        takeDay();
        dayNumber = today;
      }
      const counts = counted.get(end.operation) ?? openCounts(end.operation);
      if (counts === undefined) return;
      counted.set(end.operation, counts);
      count(counts, end);
      writeSoon();
    },
    write: writeNext,
    close: writeNext,
  };
};
