import { useMutation } from '@tanstack/react-query';
import { askAddress, type AskedAddress } from '../../../api/alerts.js';
import { Button } from '../../../ui/button.js';
import { Notice } from '../../../ui/page/notice.js';
import { showToast } from '../../../ui/overlay/toast-store.js';
import { failureWords } from './failure-words.js';
import styles from './alerts.module.css';

/** Says what became of a link to an address. */
export const tellAsked = ({ to, isSent, error }: AskedAddress): void =>
  showToast(
    isSent
      ? { title: `A link was sent to ${to}`, description: 'Alerts follow once it is opened there and confirmed.' }
      : {
          title: `No link was sent to ${to}`,
          description: `Reason: ${failureWords(error ?? 'unknown')}.`,
          tone: 'danger',
        },
  );

function Unconfirmed({ email }: { readonly email: string }) {
  const asking = useMutation({
    mutationFn: () => askAddress(email),
    onSuccess: tellAsked,
    onError: ({ message }) => showToast({ title: 'No link was sent', description: message, tone: 'danger' }),
  });
  return (
    <li className={styles['unconfirmed']}>
      <span className={styles['to']}>{email}</span>
      <Button size="sm" isBusy={asking.isPending} onClick={() => asking.mutate()}>
        Send another link<span className="visually-hidden"> to {email}</span>
      </Button>
    </li>
  );
}

/** Saved addresses whose owners have not agreed yet. */
export function UnconfirmedList({ emails }: { readonly emails: readonly string[] }) {
  if (emails.length === 0) return null;
  return (
    <Notice title="Not confirmed yet">
      These addresses get no alerts until somebody opens the link that was sent there. It works for three days.
      <ul className={styles['addresses']}>
        {emails.map((email) => (
          <Unconfirmed key={email} email={email} />
        ))}
      </ul>
    </Notice>
  );
}
