import type { Change } from '../../../api/schedules.js';
import { Notice } from '../../../ui/page/notice.js';
import { DifferencesView } from './differences-view.js';
import styles from './differences-view.module.css';
import { PagesView } from './pages-view.js';

/** How a run differs from the one before it. `when` names the run for readers by ear. */
export function ChangeView({ change, when }: { readonly change: Change; readonly when: string }) {
  const { pages, isCut = false } = change;
  return (
    <div className={styles['change']}>
      {pages === undefined ? (
        <DifferencesView differences={change} of={when} />
      ) : (
        <PagesView change={change} pages={pages} />
      )}
      {isCut && pages === undefined && (
        <Notice>
          The change is larger than what is kept of it: only its beginning is shown. The counts are of all of it.
        </Notice>
      )}
      {isCut && pages !== undefined && (
        <Notice>
          This is not all: of many changed pages only the first have what differs in them, of long texts only the
          beginning is kept, and 10,000 pages are compared at most.
        </Notice>
      )}
    </div>
  );
}
