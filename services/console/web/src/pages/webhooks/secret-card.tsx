import { VERIFY_NODE } from '@quarry/contracts/verify-webhook';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useIsAllowed } from '../../app/use-session.js';
import { Button } from '../../ui/button.js';
import { Card } from '../../ui/page/card.js';
import { CodeBlock } from '../../ui/data/code-block.js';
import { CopyButton } from '../../ui/copy-button.js';
import { Notice } from '../../ui/page/notice.js';
import { Segmented } from '../../ui/form/segmented.js';
import { readSecret } from './deliveries-query.js';
import styles from './secret-card.module.css';
import { VERIFY_CLI, VERIFY_PYTHON } from './verify-code.js';

const WAYS = { node: VERIFY_NODE, python: VERIFY_PYTHON, cli: VERIFY_CLI } as const;
type Way = keyof typeof WAYS;

const OPTIONS = [
  { value: 'node', label: 'Node' },
  { value: 'python', label: 'Python' },
  { value: 'cli', label: 'By hand' },
] as const satisfies readonly { value: Way; label: string }[];

function Secret({ title, secret }: { readonly title: string; readonly secret: string }) {
  return (
    <p className={styles['secret']}>
      <span className="muted">{title}</span>
      <code>{secret}</code>
      <CopyButton text={secret} label={`Copy ${title}`} isIcon />
    </p>
  );
}

/** The secret that signs the account's webhooks, and how a receiver checks it. */
export function SecretCard() {
  // Whoever has the secret can sign webhooks, so it is not for those who only read.
  const isAllowed = useIsAllowed('call');
  const [way, setWay] = useState<Way>('node');
  const secret = useMutation({ mutationFn: readSecret });
  return (
    <Card
      title="Verify that a webhook is ours"
      description="Every delivery is signed by the account's secret, as Standard Webhooks specifies."
      actions={
        isAllowed && (
          <Button
            size="sm"
            isBusy={secret.isPending}
            onClick={() => (secret.data === undefined ? secret.mutate() : secret.reset())}
          >
            {secret.data === undefined ? 'Show the secret' : 'Hide the secret'}
          </Button>
        )
      }
    >
      <div className={styles['parts']}>
        {secret.error && (
          <Notice tone="danger" isAnnounced>
            {secret.error.message}
          </Notice>
        )}
        {secret.data && <Secret title="secret" secret={secret.data.secret} />}
        {secret.data?.previousSecret !== undefined && (
          <Secret title="previous secret" secret={secret.data.previousSecret} />
        )}
        <Segmented label="Way to verify" options={OPTIONS} value={way} onChange={setWay} className={styles['ways']} />
        <CodeBlock title={way === 'cli' ? 'shell' : way} code={WAYS[way]} maxHeight="22rem" />
        <p className="muted">Check the bytes as they arrived: JSON that was parsed and written again may differ.</p>
      </div>
    </Card>
  );
}
