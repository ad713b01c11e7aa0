import { useState } from 'react';
import { Input, type InputProps } from '../ui/form/input.js';
import styles from './password-input.module.css';

/** A password that its owner may look at. */
export function PasswordInput(props: InputProps) {
  const [isShown, setShown] = useState(false);
  return (
    <span className={styles['place']}>
      <Input {...props} type={isShown ? 'text' : 'password'} autoCapitalize="none" spellCheck={false} />
      <button
        type="button"
        className={styles['toggle']}
        aria-pressed={isShown}
        aria-label="Show password"
        onClick={() => setShown(!isShown)}
      >
        {isShown ? 'Hide' : 'Show'}
      </button>
    </span>
  );
}
