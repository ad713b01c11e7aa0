import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState, type ReactNode } from 'react';
import { isApiError } from '../../../api/api-error.js';
import { fieldErrors } from '../../../api/field-errors.js';
import type { OperationView } from '../../../api/operations.js';
import { createSchedule, schedulesQuery, type NewSchedule } from '../../../api/schedules.js';
import { focusFirstFault } from '../../../forms/first-fault.js';
import { OperationForm } from '../../../forms/operation-form.js';
import { useSubmissionKey } from '../../../parts/use-submission-key.js';
import { Card } from '../../../ui/page/card.js';
import { Notice } from '../../../ui/page/notice.js';
import { useNow } from '../../../ui/use-now.js';
import styles from '../../batches/new-batch-page.module.css';
import { CrawlFields } from '../../crawls/crawl-fields.js';
import { usePrice } from '../../playground/call/use-price.js';
import { shownFaults, useOperationForm } from '../../playground/form/use-operation-form.js';
import { useFirstParams } from '../../playground/page/use-first-params.js';
import { NameField } from './name-field.js';
import { SaveBar } from './save-bar.js';
import { readTiming } from './timing-draft.js';
import { otherViolations, targetViolations, toSchedule } from './to-schedule.js';
import { TrackingFields } from './tracking-fields.js';
import { WhenCard } from './when-card.js';
import type { useSettings } from './use-settings.js';

/** Makes a schedule and goes to its page. */
const useCreate = () => {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const keyOf = useSubmissionKey();
  return useMutation({
    mutationFn: (body: NewSchedule) => createSchedule(body, keyOf(body)),
    onSuccess: async ({ id }) => {
      void queryClient.invalidateQueries({ queryKey: schedulesQuery.queryKey });
      await navigate({ to: '/schedules/$scheduleId', params: { scheduleId: id } });
    },
  });
};

export interface ScheduleFormProps {
  readonly type: string;
  /** Of what the schedule runs: of an operation, or of a crawl. */
  readonly view: OperationView;
  /** Name of the operation that is sent. */
  readonly operation: string;
  /** A request of the log to begin with. */
  readonly from: string | undefined;
  readonly kept: ReturnType<typeof useSettings>;
  /** Chooses what the schedule runs. */
  readonly choice: ReactNode;
}

/** Everything that a schedule says, its next runs and what each may cost. */
export function ScheduleForm({ type, view, operation, from, kept, choice }: ScheduleFormProps) {
  const { settings, setSettings, timing } = kept;
  const form = useOperationForm(view, () => undefined);
  const first = useFirstParams(from === undefined ? {} : { from }, form.fill);
  const { price, errors = [], isCurrent } = usePrice(view.id, form.params);
  const [isSent, setSent] = useState(false);
  const place = useRef<HTMLFormElement>(null);
  const create = useCreate();
  const read = readTiming(timing, useNow());
  const violations = isApiError(create.error) ? create.error.violations : [];
  const refused = fieldErrors(create.error);
  const faults = [...form.faults, ...errors, ...targetViolations(violations)];
  const placed = shownFaults(form.fields, faults, form.left, isSent);
  const save = (): void => {
    setSent(true);
    const isWrong = form.faults.length > 0 || (isCurrent && errors.length > 0) || 'fault' in read;
    if (isWrong) return focusFirstFault(place.current);
    const body = toSchedule(settings, read.timing, { type, operation, params: form.params });
    create.mutate(body, { onError: () => focusFirstFault(place.current) });
  };
  const fields = { fields: form.fields, draft: form.draft, placed, onChange: form.change, onLeave: form.leave };
  return (
    <form
      ref={place}
      noValidate
      aria-label="New schedule"
      className={styles['parts']}
      onSubmit={(event) => {
        event.preventDefault();
        if (!create.isPending) save();
      }}
    >
      <Card title="What to run" description={view.summary} actions={choice}>
        <div className={styles['part']}>
          {first.error !== undefined && <Notice tone="warning">{first.error}</Notice>}
          {type === 'crawl' ? (
            <CrawlFields form={form} placed={placed} />
          ) : (
            <OperationForm {...fields} rules={view.rules} />
          )}
        </div>
      </Card>
      <WhenCard kept={kept} read={read} refused={refused} />
      <Card
        title="Changes"
        description={
          type === 'crawl'
            ? 'Each run can be compared with the one before it: which pages are new, gone or changed.'
            : 'Each run can be compared with the one before it.'
        }
      >
        <TrackingFields
          operation={operation}
          draft={settings.tracking}
          onChange={(tracking) => setSettings({ ...settings, tracking })}
          refused={refused}
        />
      </Card>
      <Card>
        <div className={styles['part']}>
          <NameField kept={kept} error={refused['name']} />
          {create.error && (
            <Notice tone="danger" isAnnounced>
              {[create.error.message, ...otherViolations(violations)].join(' ')}
            </Notice>
          )}
          <SaveBar price={price} isBusy={create.isPending} />
        </div>
      </Card>
    </form>
  );
}
