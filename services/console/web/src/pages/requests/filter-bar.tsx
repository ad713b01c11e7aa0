import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { Button } from '../../ui/button.js';
import { SearchIcon } from '../../ui/icons.js';
import { Input } from '../../ui/form/input.js';
import { showToast } from '../../ui/overlay/toast-store.js';
import styles from './filter-bar.module.css';
import { FilterChoices, type FilterChange } from './filter-choices.js';
import { readWanted, type Filters } from './request-filters.js';

/** Narrows the list; the address keeps what is chosen. */
export function FilterBar({ filters }: { readonly filters: Filters }) {
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  // The address says what is looked for, also after a step back.
  useEffect(() => setTyped(filters.host ?? ''), [filters.host]);
  const change = (part: FilterChange): void => {
    const entries = Object.entries({ ...filters, ...part }).filter(([, value]) => value !== undefined && value !== '');
    void navigate({ to: '/requests', search: Object.fromEntries(entries), replace: true });
  };
  const find = (): void => {
    const wanted = readWanted(typed);
    if (wanted.kind === 'request') void navigate({ to: '/requests/$requestId', params: { requestId: wanted.id } });
    else if (wanted.kind === 'host') change({ host: wanted.host });
    else if (typed.trim() === '') change({ host: undefined });
    else showToast({ title: 'The log is searched by id, URL or host', tone: 'neutral' });
  };
  const reset = (): void => {
    setTyped('');
    void navigate({ to: '/requests', search: {}, replace: true });
  };
  const isNarrowed = Object.keys(filters).length > 0;
  return (
    <form
      role="search"
      className={styles['bar']}
      onSubmit={(event) => {
        event.preventDefault();
        find();
      }}
    >
      <Input
        type="search"
        isSmall
        icon={<SearchIcon />}
        aria-label="Find by request id, URL or host"
        placeholder="Request id, URL or host"
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value);
          if (target.value === '') change({ host: undefined });
        }}
        className={styles['search']}
      />
      <FilterChoices filters={filters} change={change} />
      {isNarrowed && (
        <Button size="sm" variant="ghost" onClick={reset}>
          Clear
        </Button>
      )}
    </form>
  );
}
