import { useMutation } from '@tanstack/react-query';
import { gatewayJson } from '../../../api/client.js';
import { isRecord } from '../../../forms/json-schema.js';
import { Button } from '../../../ui/button.js';
import { Notice } from '../../../ui/page/notice.js';
import { JsonTree } from '../response/json-tree.js';
import styles from './page-picker.module.css';

const readRules = (text: string): unknown => {
  try {
    const rules: unknown = JSON.parse(text);
    return isRecord(rules) && Object.keys(rules).length > 0 ? rules : undefined;
  } catch {
    return undefined;
  }
};

/** What the form's rules find in the stored page, read again without a fetch and free of charge. */
export function RulesTrial({ requestId, rules }: { readonly requestId: string; readonly rules: string }) {
  const extractRules = readRules(rules);
  const trial = useMutation({
    mutationFn: () =>
      gatewayJson<{ extractedData?: unknown }>(`/requests/${requestId}/reparse`, {
        method: 'POST',
        body: { extractRules },
      }),
  });
  if (extractRules === undefined) return null;
  return (
    <>
      <div className={styles['bar']}>
        <Button size="sm" isBusy={trial.isPending} onClick={() => trial.mutate()}>
          Try the rules on this page
        </Button>
        <span className={styles['hint']}>Free of charge: nothing is fetched.</span>
      </div>
      {trial.error && (
        <Notice tone="danger" isAnnounced>
          {trial.error.message}
        </Notice>
      )}
      {trial.data && <JsonTree label="What the rules found" value={trial.data.extractedData ?? null} />}
    </>
  );
}
