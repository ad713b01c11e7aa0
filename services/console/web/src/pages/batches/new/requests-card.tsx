import { plural } from '../../../format/format.js';
import { Card } from '../../../ui/page/card.js';
import { Notice } from '../../../ui/page/notice.js';
import styles from '../new-batch-page.module.css';
import { FaultsPanel } from './faults-panel.js';
import { MappingPanel } from './mapping-panel.js';
import { PreviewPanel } from './preview-panel.js';
import { SourcePanel } from './source-panel.js';
import type { BatchDraft } from './use-batch-draft.js';

/** What the batch consists of: its source, how columns are read, what is left out, the first requests. */
export function RequestsCard({ draft }: { readonly draft: BatchDraft }) {
  const { table, items, fine, faults, faultyLines, source } = draft;
  const isNothing = source.text.trim() !== '' && items.length === 0 && faults.length === 0;
  return (
    <Card title="Requests">
      <div className={styles['part']}>
        <SourcePanel draft={draft} />
        {table && table.names.length > 0 && <MappingPanel draft={draft} table={table} />}
        {isNothing && (
          <Notice tone="warning">
            Nothing in it could be read as a request. Choose another form, or name the columns.
          </Notice>
        )}
        <FaultsPanel
          faults={faults}
          title={`${plural(faultyLines.size, 'line')} of ${faultyLines.size + fine.length} will be left out`}
        />
        <PreviewPanel items={fine} />
      </div>
    </Card>
  );
}
