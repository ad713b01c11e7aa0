import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { operationsQuery } from '../../../api/operations.js';
import { EmptyState } from '../../../ui/page/empty-state.js';
import { SearchIcon } from '../../../ui/icons.js';
import { Input } from '../../../ui/form/input.js';
import { PageHeader } from '../../../ui/page/page-header.js';
import styles from './operation-index.module.css';

/** All operations to choose from, in the order of the contract. */
export function OperationIndex() {
  const { data: operations } = useSuspenseQuery(operationsQuery);
  const [typed, setTyped] = useState('');
  const text = typed.trim().toLowerCase();
  const found = operations.filter(({ id, title, summary }) => `${id} ${title} ${summary}`.toLowerCase().includes(text));
  return (
    <>
      <PageHeader
        title="Playground"
        description="Try any operation with a form, see its response, and take the same call as code."
        actions={
          <Input
            type="search"
            aria-label="Find an operation"
            placeholder="Find an operation"
            icon={<SearchIcon />}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
        }
      />
      {found.length === 0 && <EmptyState title={`No operation matches “${typed.trim()}”`} />}
      <ul className={styles['list']} aria-label="Operations">
        {found.map(({ id, title, summary, credits }) => (
          <li key={id} className={styles['operation']}>
            <Link to="/playground/$" params={{ _splat: id }} className={styles['link']}>
              <span className={styles['title']}>{title}</span>
              {summary !== title && <span className={styles['summary']}>{summary}</span>}
              <span className={styles['foot']}>
                <code>{id}</code>
                <span>{credits.text}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}
