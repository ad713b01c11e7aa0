import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Button } from '../../ui/button.js';
import { CodeBlock } from '../../ui/data/code-block.js';
import { CopyButton } from '../../ui/copy-button.js';
import { Dialog } from '../../ui/overlay/dialog.js';
import { RetryIcon } from '../../ui/icons.js';
import { KeyValue } from '../../ui/data/key-value.js';
import { Notice } from '../../ui/page/notice.js';
import { Time } from '../../ui/time.js';
import { redeliver, type Delivery } from './deliveries-query.js';
import { DeliveryStateDot } from './delivery-state.js';
import { answerWords, eventWords } from './delivery-words.js';
import { bodyQuery } from './receivers-query.js';
import styles from './delivery-details.module.css';

export interface DeliveryDetailsProps {
  readonly delivery: Delivery | undefined;
  readonly canSend: boolean;
  readonly onClose: () => void;
}

/** What the event is about; undefined for one of the account. */
const aboutOf = ({ jobId, requestId }: Delivery) => {
  if (jobId !== undefined) {
    return (
      <Link key="about" to="/batches/$jobId" params={{ jobId }}>
        The batch
      </Link>
    );
  }
  if (requestId === undefined) return undefined;
  return (
    <Link key="about" to="/requests/$requestId" params={{ requestId }}>
      The request
    </Link>
  );
};

const indent = (body: string): string => JSON.stringify(JSON.parse(body), null, 2);

/** What is sent, in lines that can be read. */
function Body({ id }: { readonly id: string }) {
  const { data, error } = useQuery(bodyQuery(id));
  if (data === undefined) return <p className={styles['note']}>{error ? error.message : 'Loading the body'}</p>;
  return <CodeBlock title="Body, with line breaks" code={indent(data)} maxHeight="16rem" />;
}

/** One delivery with everything that is known of it, and a way to send it again. */
export function DeliveryDetails({ delivery, canSend, onClose }: DeliveryDetailsProps) {
  const queryClient = useQueryClient();
  const again = useMutation({
    mutationFn: redeliver,
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: ['deliveries'] });
      onClose();
    },
  });
  if (delivery === undefined) return null;
  const { id, event, url, attempts, createdAt, lastAttemptAt, nextAttemptAt } = delivery;
  return (
    <Dialog
      isOpen
      onClose={onClose}
      size="lg"
      title={eventWords(event)}
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
          {canSend && (
            <Button variant="primary" icon={<RetryIcon />} isBusy={again.isPending} onClick={() => again.mutate(id)}>
              Send again
            </Button>
          )}
        </>
      }
    >
      <div className={styles['details']}>
        {again.error && (
          <Notice tone="danger" isAnnounced>
            {again.error.message}
          </Notice>
        )}
        <KeyValue
          items={[
            ['Event', <code key="event">{event}</code>],
            ['State', <DeliveryStateDot key="state" delivery={delivery} />],
            [
              'Receiver',
              <span key="url" className={styles['url']}>
                {url}
              </span>,
            ],
            ['Last response', answerWords(delivery)],
            ['Attempts', attempts],
            ['Created', <Time key="created" at={createdAt} isExact />],
            ['Last attempt', lastAttemptAt && <Time key="last" at={lastAttemptAt} isExact />],
            ['Next attempt', nextAttemptAt && <Time key="next" at={nextAttemptAt} isExact />],
            ['About', aboutOf(delivery)],
            [
              'webhook-id',
              <span key="id" className={styles['id']}>
                <code>{id}</code>
                <CopyButton text={id} label="Copy webhook-id" isIcon />
              </span>,
            ],
          ]}
        />
        <Body id={id} />
        <p className={styles['note']}>
          The body has ids and counts, never page contents. It is sent again as the same bytes, with a new time and
          signature;
          <code> webhook-id</code> stays the same, so a receiver can tell a repeat.
        </p>
      </div>
    </Dialog>
  );
}
