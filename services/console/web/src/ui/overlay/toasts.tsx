import { useEffect, useState, useSyncExternalStore } from 'react';
import { classNames } from '../class-names.js';
import { IconButton } from '../icon-button.js';
import { CheckIcon, CrossIcon, InfoIcon, WarningIcon } from '../icons.js';
import { currentToasts, dismissToast, subscribeToToasts, type Toast } from './toast-store.js';
import styles from './toasts.module.css';

const SHOWN_MS = 6_000;
const ICONS = { success: CheckIcon, danger: WarningIcon, neutral: InfoIcon } as const;

function ToastView({ id, title, description, tone, action }: Toast) {
  const [isHeld, setHeld] = useState(false);
  useEffect(() => {
    if (isHeld) return undefined;
    const timer = setTimeout(() => dismissToast(id), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [id, isHeld]);
  const Icon = ICONS[tone];
  return (
    <li
      className={classNames(styles['toast'], styles[tone])}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Icon />
      <div className={styles['text']}>
        <p className={styles['title']}>{title}</p>
        {description !== undefined && <p className={styles['description']}>{description}</p>}
      </div>
      {action && (
        <button
          type="button"
          className={styles['action']}
          onClick={() => {
            action.onSelect();
            dismissToast(id);
          }}
        >
          {action.label}
        </button>
      )}
      <IconButton label="Dismiss" icon={<CrossIcon />} size="sm" isPlain onClick={() => dismissToast(id)} />
    </li>
  );
}

/** Where toasts appear; once in the app. Screen readers read them out when they have time. */
export function Toasts() {
  const toasts = useSyncExternalStore(subscribeToToasts, currentToasts);
  return (
    <section aria-label="Notifications" aria-live="polite" aria-relevant="additions text" className={styles['place']}>
      <ol className={styles['list']}>
        {toasts.map((toast) => (
          <ToastView key={toast.id} {...toast} />
        ))}
      </ol>
    </section>
  );
}
