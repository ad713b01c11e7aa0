import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { readingDetailQuery, type FieldDetail } from '../../../api/reading.js';
import { formatCount, formatDay, formatPercent, nounOf, plural } from '../../../format/format.js';
import { StatusDot } from '../../../ui/badge.js';
import { Card } from '../../../ui/page/card.js';
import { DataTable, type Column } from '../../../ui/data/data-table.js';
import { EmptyState } from '../../../ui/page/empty-state.js';
import { ErrorState } from '../../../ui/page/error-state.js';
import { SearchIcon } from '../../../ui/icons.js';
import { Input } from '../../../ui/form/input.js';
import { Notice } from '../../../ui/page/notice.js';
import { PageHeader } from '../../../ui/page/page-header.js';
import { SkeletonLines } from '../../../ui/page/skeleton.js';
import { MissingPages } from './missing-pages.js';
import styles from './reading.module.css';
import { bandWords, ShareLine } from './share-line.js';
import { SiteTable } from './site-table.js';

const todayOf = ({ days }: FieldDetail) => days.at(-1) ?? { share: null, pages: 0 };

const columnsOf = (operation: string): readonly Column<FieldDetail>[] => [
  {
    key: 'field',
    header: 'Field',
    narrow: 'title',
    cell: ({ title, dropSince }) => (
      <>
        <span className={styles['name']}>{title}</span>
        {dropSince !== null && <StatusDot tone="danger">Drop since {formatDay(dropSince)}</StatusDot>}
      </>
    ),
  },
  {
    key: 'today',
    header: 'Today',
    align: 'end',
    width: '5rem',
    narrow: 'aside',
    cell: (field) => {
      const { share } = todayOf(field);
      return share === null ? '–' : formatPercent(share);
    },
  },
  { key: 'usual', header: 'Usual', align: 'end', width: '9rem', cell: bandWords },
  {
    key: 'pages',
    header: 'Pages',
    align: 'end',
    width: '5rem',
    narrow: 'meta',
    narrowUnit: (field) => `${nounOf(todayOf(field).pages, 'page')} today`,
    cell: (field) => formatCount(todayOf(field).pages),
  },
  { key: 'line', header: '30 days', width: '9rem', cell: (field) => <ShareLine field={field} /> },
  {
    key: 'missing',
    header: 'Pages without it',
    align: 'end',
    width: '14rem',
    cell: ({ title, missing }) => <MissingPages operation={operation} field={title} missing={missing} />,
  },
];

function Drops({ fields }: { readonly fields: readonly FieldDetail[] }) {
  const drops = fields.filter(({ isDrop }) => isDrop);
  if (drops.length === 0) return null;
  const isStored = drops.some(({ missing }) => missing.some(({ hasPage }) => hasPage));
  return (
    <Notice tone="danger" title={`${plural(drops.length, 'field')} below the usual share`}>
      The site may have changed its layout, or other pages than usual are asked for.{' '}
      {isStored ? 'Open the stored pages beside each field to see.' : 'No page without them is stored.'}
    </Notice>
  );
}

/** Every field of one operation. */
export function ReadingDetailPage() {
  const { operation } = useSearch({ from: '/shell/operator/reading/detail' });
  const { data, error, refetch } = useQuery(readingDetailQuery(operation));
  const [text, setText] = useState('');
  const wanted = text.trim().toLowerCase();
  const fields = data?.fields.filter(({ title }) => title.toLowerCase().includes(wanted));
  return (
    <>
      <PageHeader
        title={`Reading of ${operation}`}
        heading={<span className={styles['name']}>{operation}</span>}
        description={data?.summary ?? '\u00A0'}
        back={<Link to="/operator/reading">Reading health</Link>}
      />
      <div className={styles['stack']}>
        {data === undefined && !error ? (
          <Card>
            <SkeletonLines lines={12} />
          </Card>
        ) : (
          <>
            {data && <Drops fields={data.fields} />}
            <Card
              title="Fields"
              description="A list counts by the part of its entries that have the field."
              actions={
                <Input
                  isSmall
                  type="search"
                  icon={<SearchIcon />}
                  aria-label="Search fields"
                  placeholder="Search"
                  value={text}
                  onChange={(event) => setText(event.target.value)}
                />
              }
              isFlush
            >
              {error && !data ? (
                <ErrorState error={error} onRetry={() => void refetch()} isCompact />
              ) : (
                <DataTable
                  caption="Fields"
                  columns={columnsOf(operation)}
                  rows={fields}
                  rowKey={({ field }) => field}
                  empty={
                    <EmptyState
                      title={wanted === '' ? 'No page was read yet' : `No field matches "${text}"`}
                      isCompact
                    />
                  }
                />
              )}
            </Card>
            {data && (
              <Card title="Sites and exits" description="Of the last 7 days." isFlush>
                <SiteTable sites={data.sites} />
              </Card>
            )}
          </>
        )}
      </div>
    </>
  );
}
