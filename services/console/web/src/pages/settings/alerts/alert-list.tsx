import { Link } from '@tanstack/react-router';
import type { AlertSending, AlertView } from '../../../api/alerts.js';
import { StatusDot, type Tone } from '../../../ui/badge.js';
import { Time } from '../../../ui/time.js';
import { failureWords } from './failure-words.js';
import styles from './alerts.module.css';

const TONES: Readonly<Record<AlertSending['state'], Tone>> = { waiting: 'accent', sent: 'success', failed: 'danger' };
const WORDS: Readonly<Record<AlertSending['state'], string>> = {
  waiting: 'on its way',
  sent: 'sent',
  failed: 'not sent',
};

function Sending({ sending: { channel, to, state, error } }: { readonly sending: AlertSending }) {
  const isQueued = channel === 'webhook' && state === 'sent';
  return (
    <li className={styles['sending']}>
      <StatusDot tone={TONES[state]} isActive={state === 'waiting'}>
        {isQueued ? 'handed over' : WORDS[state]}
      </StatusDot>
      <span className={styles['to']}>{to}</span>
      {error !== undefined && <span className="muted">{failureWords(error)}</span>}
    </li>
  );
}

/** Alerts that were raised, newest first, with what became of each. */
export function AlertList({ alerts }: { readonly alerts: readonly AlertView[] }) {
  return (
    <ul className={styles['alerts']}>
      {alerts.map(({ id, title, text, path, createdAt, sendings }) => (
        <li key={id} className={styles['alert']}>
          <p className={styles['title']}>
            <Link to={path}>{title}</Link>
            <Time at={createdAt} />
          </p>
          <p className={styles['text']}>{text}</p>
          {sendings.length > 0 && (
            <ul className={styles['sendings']}>
              {sendings.map((sending) => (
                <Sending key={`${sending.channel} ${sending.to}`} sending={sending} />
              ))}
            </ul>
          )}
        </li>
      ))}
    </ul>
  );
}
