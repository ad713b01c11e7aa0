import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { keyNamesQuery } from '../../api/keys.js';
import { operationsQuery } from '../../api/operations.js';
import type { RequestStatus } from '../../api/requests.js';
import { Select } from '../../ui/form/select.js';
import { useNow } from '../../ui/use-now.js';
import styles from './filter-bar.module.css';
import { keyChoices } from './key-label.js';
import { ERROR_WORDS } from './plain-words.js';
import { sinceOf, spanOf, SPANS, type Filters } from './request-filters.js';

/** Filters that are set; those that are undefined are taken away. */
export type FilterChange = { readonly [Name in keyof Filters]?: Filters[Name] | undefined };

const STATUS_OPTIONS = [
  { value: '', label: 'Any status' },
  { value: 'ok', label: 'ok' },
  { value: 'error', label: 'error' },
  { value: 'pending', label: 'running' },
];

const isStatus = (value: string): value is RequestStatus => ['ok', 'error', 'pending'].includes(value);

export interface FilterChoicesProps {
  readonly filters: Filters;
  readonly change: (part: FilterChange) => void;
}

/** The filters that are chosen from lists. */
export function FilterChoices({ filters, change }: FilterChoicesProps) {
  const { data: operations } = useSuspenseQuery(operationsQuery);
  const { data: names = [] } = useQuery(keyNamesQuery);
  const nowMs = useNow();
  return (
    <>
      <Select
        isSmall
        aria-label="Status"
        options={STATUS_OPTIONS}
        value={filters.status ?? ''}
        onChange={({ target: { value } }) =>
          change({ status: isStatus(value) ? value : undefined, ...(value === 'error' ? {} : { error: undefined }) })
        }
        className={styles['choice']}
      />
      <Select
        isSmall
        aria-label="Error"
        options={[
          { value: '', label: 'Any error' },
          ...Object.keys(ERROR_WORDS).map((value) => ({ value, label: value })),
        ]}
        value={filters.error ?? ''}
        onChange={({ target: { value } }) => change({ error: value, ...(value === '' ? {} : { status: 'error' }) })}
        className={styles['choice']}
      />
      <Select
        isSmall
        aria-label="Operation"
        options={[
          { value: '', label: 'Any operation' },
          ...operations.map(({ id }) => ({ value: id, label: id })),
          { value: 'reparse', label: 'reparse' },
        ]}
        value={filters.operation ?? ''}
        onChange={({ target: { value } }) => change({ operation: value })}
        className={styles['choice']}
      />
      <Select
        isSmall
        aria-label="Key"
        options={[{ value: '', label: 'Any key' }, ...keyChoices(names, filters.key)]}
        value={filters.key ?? ''}
        onChange={({ target: { value } }) => change({ key: value })}
        className={styles['key']}
      />
      <Select
        isSmall
        aria-label="Time"
        options={SPANS.map(({ value, label }) => ({ value, label }))}
        value={spanOf(filters.since, nowMs)}
        onChange={({ target: { value } }) => change({ since: sinceOf(value, Date.now()), until: undefined })}
        className={styles['choice']}
      />
    </>
  );
}
