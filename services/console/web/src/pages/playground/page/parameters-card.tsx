import type { Ref } from 'react';
import type { OperationView } from '../../../api/operations.js';
import { OperationForm } from '../../../forms/operation-form.js';
import type { PlacedFaults } from '../../../forms/place-faults.js';
import { Card } from '../../../ui/page/card.js';
import { ReadOnlyNotice } from '../../../parts/read-only-notice.js';
import { SendBar, type SendBarProps } from '../call/send-bar.js';
import type { useOperationForm } from '../form/use-operation-form.js';
import styles from './operation-playground.module.css';

export interface ParametersCardProps extends Omit<SendBarProps, 'priceText'> {
  readonly operation: OperationView;
  readonly form: Pick<ReturnType<typeof useOperationForm>, 'fields' | 'draft' | 'change' | 'leave'>;
  readonly placed: PlacedFaults;
  readonly onSend: () => void;
  readonly ref: Ref<HTMLFormElement>;
}

/** The form of an operation, with its price and the way to send it. */
export function ParametersCard({ operation, form, placed, onSend, ref, ...sending }: ParametersCardProps) {
  return (
    <Card className={styles['form']}>
      <form
        ref={ref}
        noValidate
        aria-label={`Parameters of ${operation.id}`}
        className={styles['fields']}
        onSubmit={(event) => {
          event.preventDefault();
          // Enter in a field sends, but never a second time.
          if (sending.state.kind !== 'running') onSend();
        }}
      >
        <ReadOnlyNotice wish="make calls" />
        <OperationForm
          fields={form.fields}
          draft={form.draft}
          placed={placed}
          onChange={form.change}
          onLeave={form.leave}
          rules={operation.rules}
        />
        <SendBar {...sending} priceText={operation.credits.text} />
      </form>
    </Card>
  );
}
