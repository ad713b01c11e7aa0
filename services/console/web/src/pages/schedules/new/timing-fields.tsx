import { useMemo } from 'react';
import { Combobox } from '../../../forms/controls/combobox.js';
import { Field } from '../../../ui/form/field.js';
import { Input } from '../../../ui/form/input.js';
import { Segmented } from '../../../ui/form/segmented.js';
import { Select } from '../../../ui/form/select.js';
import { NextRuns } from '../next-runs.js';
import { CRONS, timeZones, UNITS, type ReadTiming, type TimingDraft, type Unit } from './timing-draft.js';
import styles from './timing-fields.module.css';

const KINDS = [
  { value: 'cron', label: 'At times' },
  { value: 'interval', label: 'In intervals' },
] as const;
const UNIT_OPTIONS = Object.keys(UNITS).map((unit) => ({ value: unit, label: unit }));
const CRON_NOTE =
  'A cron expression: minute, hour, day of month, month, day of week. 0 8 * * 1-5 is 8:00 from Monday to Friday.';
const OWN = { value: '', label: 'Own expression' };
const PRESETS = [...CRONS.map(({ cron, label }) => ({ value: cron, label })), OWN];

export interface TimingFieldsProps {
  readonly draft: TimingDraft;
  readonly onChange: (draft: TimingDraft) => void;
  readonly read: ReadTiming;
  /** What the service found wrong. */
  readonly refused: Readonly<Record<string, string>>;
}

function CronFields({
  draft,
  onChange,
  fault,
}: Omit<TimingFieldsProps, 'read' | 'refused'> & { readonly fault: string | undefined }) {
  const isPreset = CRONS.some(({ cron }) => cron === draft.cron);
  const zones = useMemo(() => timeZones().map((value) => ({ value })), []);
  return (
    <>
      <Field label="How often">
        <Select
          options={PRESETS}
          value={isPreset ? draft.cron : ''}
          onChange={({ target }) => onChange({ ...draft, cron: target.value })}
        />
      </Field>
      <Field label="Cron expression" description={CRON_NOTE} error={fault} isRequired>
        <Input
          isMono
          autoComplete="off"
          spellCheck={false}
          placeholder="0 8 * * 1-5"
          maxLength={200}
          value={draft.cron}
          onChange={({ target }) => onChange({ ...draft, cron: target.value })}
        />
      </Field>
      <Field
        label="Time zone"
        description="Whose clock the expression is read by. Days on which clocks change are taken care of."
      >
        <Combobox
          choices={zones}
          value={draft.timeZone}
          onChange={(timeZone) => onChange({ ...draft, timeZone: timeZone || 'UTC' })}
        />
      </Field>
    </>
  );
}

function IntervalFields({
  draft,
  onChange,
  fault,
}: Omit<TimingFieldsProps, 'read' | 'refused'> & { readonly fault: string | undefined }) {
  return (
    <div className={styles['pair']}>
      <Field label="Every" error={fault} isRequired>
        <Input
          inputMode="numeric"
          autoComplete="off"
          value={draft.every}
          onChange={({ target }) => onChange({ ...draft, every: target.value })}
        />
      </Field>
      <Field label="Unit" isLabelHidden>
        <Select
          options={UNIT_OPTIONS}
          value={draft.unit}
          // safe because these are the options
          onChange={({ target }) => onChange({ ...draft, unit: target.value as Unit })}
        />
      </Field>
    </div>
  );
}

/** When a schedule runs, with its next runs before it is saved. */
export function TimingFields({ draft, onChange, read, refused }: TimingFieldsProps) {
  const fault = 'fault' in read ? read.fault : undefined;
  const Fields = draft.kind === 'cron' ? CronFields : IntervalFields;
  return (
    <div className={styles['timing']}>
      <div className={styles['fields']}>
        <Segmented
          label="Kind of timing"
          options={KINDS}
          value={draft.kind}
          onChange={(kind) => onChange({ ...draft, kind })}
        />
        <Fields
          draft={draft}
          onChange={onChange}
          fault={fault ?? refused['cron'] ?? refused['intervalSeconds'] ?? refused['timeZone']}
        />
      </div>
      <div className={styles['next']}>
        <h3>Next runs</h3>
        {'fault' in read ? (
          <p className="muted">They are shown here once the timing is complete.</p>
        ) : (
          <>
            <NextRuns timesMs={read.nextMs} timeZone={draft.timeZone} />
            <p className="muted">
              {draft.kind === 'interval' ? 'Counted from the moment at which it is saved. ' : ''}Times of{' '}
              {draft.timeZone}.
            </p>
          </>
        )}
      </div>
    </div>
  );
}
