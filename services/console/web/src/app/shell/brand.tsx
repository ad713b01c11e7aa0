import styles from './brand.module.css';

/** The mark and the name. */
export function Brand() {
  return (
    <span className={styles['brand']}>
      <svg viewBox="0 0 32 32" width="22" height="22" aria-hidden="true" focusable="false" fill="currentColor">
        <path d="M16 2.5 28 9v6.2l-12-6.4L4 15.2V9z" />
        <path opacity=".72" d="M16 11.4 28 17.8V23l-12-6.4L4 23v-5.2z" />
        <path opacity=".45" d="M16 19.2 27 25l-11 5.6L5 25z" />
      </svg>
      Quarry
    </span>
  );
}
