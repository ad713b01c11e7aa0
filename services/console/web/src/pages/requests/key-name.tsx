import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { keyNamesQuery } from '../../api/keys.js';
import { keyLabel } from './key-label.js';
import styles from './key-name.module.css';

/** The key that made a request, by its name. */
export function KeyName({ id }: { readonly id: string }) {
  const { data } = useQuery(keyNamesQuery);
  const label = keyLabel(id, data);
  return (
    <span className={styles['key']} title={label}>
      {label}
    </span>
  );
}

/** The same, as a link to all requests of the key. */
export function KeyLink({ id }: { readonly id: string }) {
  return (
    <Link to="/requests" search={{ key: id }}>
      <KeyName id={id} />
    </Link>
  );
}
