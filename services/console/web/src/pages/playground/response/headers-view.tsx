import styles from './headers-view.module.css';

/** Names of headers that say something about the call itself, first. */
const FIRST = ['x-request-id', 'x-credits-charged', 'x-credits-remaining', 'ratelimit', 'ratelimit-policy', 'x-cache'];

const rank = (name: string): number => {
  const place = FIRST.indexOf(name);
  return place < 0 ? FIRST.length : place;
};

/** The headers of the response, those of the call first. */
export function HeadersView({ headers }: { readonly headers: readonly (readonly [name: string, value: string])[] }) {
  const sorted = headers.toSorted(([a], [b]) => rank(a) - rank(b) || a.localeCompare(b));
  return (
    <dl className={styles['headers']}>
      {sorted.map(([name, value]) => (
        <div key={name} className={styles['header']}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
