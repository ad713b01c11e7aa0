import { useId } from 'react';
import type { Role } from '../../api/session.js';
import { ROLE_WORDS } from './role-words.js';
import styles from './settings.module.css';

/** The roles with their words, to choose one. */
export function RoleChoice({ value, onChange }: { readonly value: Role; readonly onChange: (role: Role) => void }) {
  const name = useId();
  return (
    <fieldset>
      <legend className={styles['legend']}>Role</legend>
      <div className={styles['roles']}>
        {ROLE_WORDS.map(({ role, words }) => (
          <label key={role} className={styles['role']}>
            <input type="radio" name={name} checked={role === value} onChange={() => onChange(role)} />
            <span className={styles['role-name']}>{role}</span>
            <span className={styles['role-words']}>{words}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
