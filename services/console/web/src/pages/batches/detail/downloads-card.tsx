import { useState } from 'react';
import type { BatchView } from '../../../api/batches.js';
import { formatBytes } from '../../../format/format.js';
import { Button } from '../../../ui/button.js';
import { Card } from '../../../ui/page/card.js';
import { Switch } from '../../../ui/form/checkbox.js';
import { Field } from '../../../ui/form/field.js';
import { DownloadIcon } from '../../../ui/icons.js';
import { Input } from '../../../ui/form/input.js';
import { Notice } from '../../../ui/page/notice.js';
import { jobPath } from '../batch-paths.js';
import styles from './downloads-card.module.css';
import { useDownload } from './use-download.js';

const COLUMN = /^[\w-]{1,100}(?:\.[\w-]{1,100}){0,9}$/;
const COLUMNS_MAX = 50;

/** What is wrong with the columns that were typed; undefined if nothing is. */
const columnsFault = (names: readonly string[]): string | undefined => {
  if (names.length > COLUMNS_MAX) return `At most ${COLUMNS_MAX} columns.`;
  const wrong = names.find((name) => !COLUMN.test(name));
  return wrong === undefined ? undefined : `${wrong} is not a column or a path such as extractedData.price.`;
};

interface FileButtonProps {
  readonly children: string;
  readonly disabled: boolean;
  readonly onClick: () => void;
}

const FileButton = (props: FileButtonProps) => <Button icon={<DownloadIcon />} {...props} />;

/** Results as files: what there is so far, or all of it. */
export function DownloadsCard({ batch }: { readonly batch: BatchView }) {
  const { operation, jobId, responsesCount } = batch;
  const [hasAnswers, setAnswers] = useState(true);
  const [columns, setColumns] = useState('');
  const { state, start, cancel } = useDownload();
  const names = columns.split(/[\s,]+/).filter((name) => name !== '');
  const fault = columnsFault(names);
  if (responsesCount === 0) return null;
  const isRunning = state.kind === 'running';
  const columnsQuery = names.length > 0 ? `?columns=${encodeURIComponent(names.join(','))}` : '';
  const download = (extension: 'ndjson' | 'csv' | 'parquet' | 'warc.gz', query: string): void => {
    const path = `${jobPath(batch)}/results.${extension}${query}`;
    void start(path, `batch-${jobId.slice(0, 8)}.${extension}`);
  };
  return (
    <Card
      title="Download"
      description="What has ended so far; all of it once everything has ended."
      actions={
        isRunning && (
          <>
            <span className={styles['bytes']} role="status">
              {state.bytes === 0 ? 'Downloading…' : formatBytes(state.bytes)}
            </span>
            <Button size="sm" onClick={cancel}>
              Cancel
            </Button>
          </>
        )
      }
    >
      <div className={styles['downloads']}>
        {state.kind === 'failed' && (
          <Notice tone="danger" isAnnounced>
            {state.error instanceof Error ? state.error.message : 'The download broke off.'}
          </Notice>
        )}
        <div className={styles['kind']}>
          <FileButton disabled={isRunning} onClick={() => download('ndjson', hasAnswers ? '?answers=true' : '')}>
            NDJSON
          </FileButton>
          <Switch
            label="With full responses"
            checked={hasAnswers}
            onChange={({ target }) => setAnswers(target.checked)}
          />
        </div>
        <div className={styles['kind']}>
          <FileButton disabled={isRunning || fault !== undefined} onClick={() => download('csv', columnsQuery)}>
            CSV
          </FileButton>
          <FileButton disabled={isRunning || fault !== undefined} onClick={() => download('parquet', columnsQuery)}>
            Parquet
          </FileButton>
          <Field label="Columns" isLabelHidden error={fault} className={styles['columns']}>
            <Input
              isMono
              autoComplete="off"
              spellCheck={false}
              placeholder={
                operation === 'scrape/web'
                  ? 'All, or url, statusCode, markdown, extractedData.price'
                  : 'All, or query, organicResults.0.title'
              }
              value={columns}
              onChange={({ target }) => setColumns(target.value)}
            />
          </Field>
        </div>
        <div className={styles['kind']}>
          <FileButton disabled={isRunning} onClick={() => download('warc.gz', '')}>
            WARC
          </FileButton>
          <span>The stored documents, with status and headers of their targets.</span>
        </div>
      </div>
    </Card>
  );
}
