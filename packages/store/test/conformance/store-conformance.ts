import { describe } from '@jest/globals';
import { describeAccounts } from './accounts.conformance.js';
import { describeCallOptions } from './call-options.conformance.js';
import { describeConcurrency } from './concurrency.conformance.js';
import { describeCookieJars } from './cookie-jars.conformance.js';
import { describeIdempotency } from './idempotency.conformance.js';
import { describeKeyLimits } from './key-limits.conformance.js';
import { describeKeys } from './keys.conformance.js';
import { describeLedger } from './ledger.conformance.js';
import { describeListOpen } from './list-open.conformance.js';
import { describeModel } from './model.conformance.js';
import { describePeriodTable } from './period-table.conformance.js';
import { describePeriods } from './periods.conformance.js';
import { describeReading } from './reading/reading.conformance.js';
import { describeRecords } from './records.conformance.js';
import { describeRequestSearch } from './request-search.conformance.js';
import { describeRequests } from './requests.conformance.js';
import { describeStoredBytes } from './stored-bytes.conformance.js';
import { describeSealedHeaders } from './sealed-headers.conformance.js';
import { describeSweeps } from './sweeps.conformance.js';
import type { OpenStore } from './store-scene.js';

export interface ConformanceOptions {
  /** Random orders of calls that are held against the model. */
  readonly modelRuns: number;
}

/** Everything the port promises. Each adapter runs it unchanged against its real engine; each test opens its own data. */
export const describeStoreConformance = (name: string, openStore: OpenStore, { modelRuns }: ConformanceOptions): void =>
  describe(`store conformance: ${name}`, () => {
    describeAccounts(openStore);
    describeKeys(openStore);
    describeKeyLimits(openStore, modelRuns);
    describeRequests(openStore);
    describePeriods(openStore);
    describePeriodTable(openStore);
    describeLedger(openStore);
    describeRequestSearch(openStore);
    describeListOpen(openStore);
    describeStoredBytes(openStore);
    describeSealedHeaders(openStore);
    describeSweeps(openStore);
    describeCallOptions(openStore);
    describeConcurrency(openStore);
    describeIdempotency(openStore);
    describeRecords(openStore);
    describeCookieJars(openStore);
    describeReading(openStore);
    describeModel(openStore, modelRuns);
  });
