import { useState } from 'react';
import { missingPagePath, type MissingPage } from '../../../api/reading.js';
import { Button } from '../../../ui/button.js';
import { CopyButton } from '../../../ui/copy-button.js';
import { Dialog } from '../../../ui/overlay/dialog.js';
import { StoredPage } from '../../playground/response/stored-page.js';
import styles from './reading.module.css';

export interface MissingPagesProps {
  readonly operation: string;
  readonly field: string;
  readonly missing: readonly MissingPage[];
}

/** The last requests whose page lacks a field: their stored pages can be opened, which is logged. */
export function MissingPages({ operation, field, missing }: MissingPagesProps) {
  const [shown, setShown] = useState<MissingPage | null>(null);
  if (missing.length === 0) return <span className="muted">none</span>;
  return (
    <div className={styles['pages']}>
      {missing.map((page, index) =>
        page.hasPage ? (
          <Button
            key={page.requestId}
            size="sm"
            aria-label={`Open page ${index + 1} without ${field}`}
            onClick={() => setShown(page)}
          >
            Page {index + 1}
          </Button>
        ) : (
          <span key={page.requestId} className={styles['note']} title={page.requestId}>
            page {index + 1} is not stored
          </span>
        ),
      )}
      <Dialog
        isOpen={shown !== null}
        onClose={() => setShown(null)}
        size="lg"
        title={`A page without ${field}`}
        description={shown ? `Request ${shown.requestId} of account ${shown.accountId}.` : ''}
        footer={
          <>
            {shown && <CopyButton text={shown.requestId} label="Copy request id" />}
            <Button onClick={() => setShown(null)}>Close</Button>
          </>
        }
      >
        {shown && <StoredPage requestId={shown.requestId} path={missingPagePath(operation, shown.requestId)} />}
      </Dialog>
    </div>
  );
}
