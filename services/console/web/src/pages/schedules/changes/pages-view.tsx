import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import type { Change, PageChange, PageChanges } from '../../../api/schedules.js';
import { formatCount, nounOf, plural } from '../../../format/format.js';
import { Button } from '../../../ui/button.js';
import { Addresses, DifferencesView } from './differences-view.js';
import differences from './differences-view.module.css';
import styles from './pages-view.module.css';

/** Changed pages in sight at first, and how many each press of the button adds. */
const STEP = 5;

interface GroupProps {
  readonly title: string;
  /** Of all such pages; the service names as many as fit. */
  readonly count: number;
  readonly named: number;
  readonly children: ReactNode;
}

/** Pages of one kind; nothing where there are none. */
function Group({ title, count, named, children }: GroupProps) {
  if (count === 0) return null;
  return (
    <section className={differences['part']} aria-label={title}>
      <h3>
        {title} ({formatCount(count)})
      </h3>
      {children}
      {named < count && <p className="muted">{formatCount(count - named)} more were left out.</p>}
    </section>
  );
}

function Page({ page }: { readonly page: PageChange }) {
  const { url, requestId, added } = page;
  return (
    <li className={styles['page']}>
      <p className={styles['head']}>
        <span className={styles['address']}>{url}</span>
        <Link to="/requests/$requestId" params={{ requestId }}>
          Request {requestId.slice(0, 8)}
        </Link>
      </p>
      {added === undefined ? (
        <p className="muted">What differs was left out, or is no longer stored.</p>
      ) : (
        <DifferencesView differences={page} of={url} heading="h4" />
      )}
    </li>
  );
}

/** How the pages of a batch or a crawl differ from those of the run before. */
export function PagesView({ change, pages }: { readonly change: Change; readonly pages: PageChanges }) {
  const [shown, setShown] = useState(STEP);
  const { compared, unknown, added, removed, changed } = pages;
  return (
    <>
      <p className="muted">
        {plural(compared, 'page')} compared.
        {unknown > 0 &&
          ` ${plural(unknown, 'page')} could not be, and ${nounOf(unknown, 'is', 'are')} compared again by the next run.`}
      </p>
      <Group title="New pages" count={change.added} named={added.length}>
        <Addresses kind="added" links={added} />
      </Group>
      <Group title="Pages that are gone" count={change.removed} named={removed.length}>
        <Addresses kind="removed" links={removed} />
      </Group>
      <Group title="Changed pages" count={change.changed} named={changed.length}>
        <ol className={styles['pages']}>
          {changed.slice(0, shown).map((page) => (
            <Page key={page.requestId} page={page} />
          ))}
        </ol>
        {shown < changed.length && (
          <div>
            <Button size="sm" onClick={() => setShown(shown + STEP)}>
              Show more changed pages
            </Button>
          </div>
        )}
      </Group>
    </>
  );
}
