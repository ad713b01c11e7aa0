import { BATCH_CSV_COLUMNS, type BatchExportFormat } from '@quarry/contracts';
import type { BatchJob } from '@quarry/store';
import { parquetParts } from './parquet/parquet.js';
import { lineParts } from './rows/lines.js';
import type { ExportSource, Parts } from './source.js';
import { csvParts } from './table/csv.js';
import { warcParts } from './warc/warc.js';

export interface ExportQuery {
  /** Of ndjson: with the stored response of each item. */
  readonly hasAnswers?: boolean | undefined;
  /** Of the tables: in place of their own. */
  readonly columns?: readonly string[] | undefined;
}

/** The results of a job as a file, a piece at a time: nothing of it is held but what is being written. */
export const exportBatch = (
  format: BatchExportFormat,
  source: ExportSource,
  job: Pick<BatchJob, 'id' | 'createdAtMs'>,
  { hasAnswers = false, columns = BATCH_CSV_COLUMNS }: ExportQuery = {},
): Parts => {
  switch (format) {
    case 'ndjson':
      return lineParts(source, { hasAnswers });
    case 'csv':
      return csvParts(source, columns);
    case 'parquet':
      return parquetParts(source, columns);
    case 'warc':
      return warcParts(source, job);
  }
};
