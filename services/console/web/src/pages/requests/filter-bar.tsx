import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { gatewayJson } from '../../api/client.js';
import type { RequestPage } from '../../api/requests.js';
import { Button } from '../../ui/button.js';
import { SearchIcon } from '../../ui/icons.js';
import { Input } from '../../ui/form/input.js';
import { showToast } from '../../ui/overlay/toast-store.js';
import styles from './filter-bar.module.css';
import { FilterChoices, type FilterChange } from './filter-choices.js';
import { readWanted, type Filters } from './request-filters.js';

/** Whether the account has a batch of this id. What cannot be known now is looked for as a request, whose page says why. */
const isBatch = (id: string): Promise<boolean> =>
  gatewayJson<{ data: RequestPage }>('/requests', { query: { batch: id, limit: 1 } }).then(
    ({ data }) => data.requests.length > 0,
    () => false,
  );

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
  const open = async (id: string): Promise<void> => {
    if (await isBatch(id)) await navigate({ to: '/requests', search: { batch: id } });
    else await navigate({ to: '/requests/$requestId', params: { requestId: id } });
  };
  const find = (): void => {
    const wanted = readWanted(typed);
    if (wanted.kind === 'id') void open(wanted.id);
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
        aria-label="Find by the id of a request or a batch, by URL or host"
        placeholder="Id, URL or host"
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
