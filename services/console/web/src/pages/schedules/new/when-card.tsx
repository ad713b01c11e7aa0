import type { MissedRuns } from '../../../api/schedules.js';
import { Field } from '../../../ui/form/field.js';
import { Select } from '../../../ui/form/select.js';
import { Card } from '../../../ui/page/card.js';
import styles from '../../batches/new-batch-page.module.css';
import { MISSED_RUNS } from '../schedule-words.js';
import { TimingFields, type TimingFieldsProps } from './timing-fields.js';
import type { useSettings } from './use-settings.js';

export interface WhenCardProps extends Pick<TimingFieldsProps, 'read' | 'refused'> {
  readonly kept: ReturnType<typeof useSettings>;
}

/** When the schedule runs, and what becomes of runs that were missed. */
export function WhenCard({ kept, read, refused }: WhenCardProps) {
  const { settings, setSettings, timing, setTiming } = kept;
  return (
    <Card title="When">
      <div className={styles['part']}>
        <TimingFields draft={timing} onChange={setTiming} read={read} refused={refused} />
        <Field
          label="Runs that were missed"
          description="Because the service was down, or too busy to begin a run within two minutes."
          error={refused['missedRuns']}
        >
          <Select
            options={MISSED_RUNS}
            value={settings.missedRuns}
            // safe because these are the options
            onChange={({ target }) => setSettings({ ...settings, missedRuns: target.value as MissedRuns })}
          />
        </Field>
      </div>
    </Card>
  );
}
