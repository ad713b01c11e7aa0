import { useId, useRef } from 'react';
import { Button } from '../../../ui/button.js';
import { UploadIcon } from '../../../ui/icons.js';
import { Select } from '../../../ui/form/select.js';
import type { InputForm } from '../input/read-input.js';
import styles from './source-panel.module.css';
import type { BatchDraft } from './use-batch-draft.js';

const FORMS: readonly { readonly value: InputForm; readonly label: string }[] = [
  { value: 'lines', label: 'One per line' },
  { value: 'csv', label: 'Table (CSV)' },
  { value: 'ndjson', label: 'JSON by lines' },
  { value: 'json', label: 'JSON list' },
];

export interface SourceHeadProps {
  readonly draft: BatchDraft;
  readonly read: (file: File | undefined) => Promise<void>;
}

/** Chooses a file, and how its text is read. */
export function SourceHead({ draft: { source, form, setForm }, read }: SourceHeadProps) {
  const picker = useRef<HTMLInputElement>(null);
  const hint = useId();
  return (
    <div className={styles['head']}>
      <input
        ref={picker}
        type="file"
        hidden
        accept=".csv,.tsv,.txt,.ndjson,.jsonl,.json,text/plain,text/csv,application/json"
        aria-label="File with requests"
        onChange={({ target }) => {
          void read(target.files?.[0]);
          target.value = '';
        }}
      />
      <Button icon={<UploadIcon />} onClick={() => picker.current?.click()} aria-describedby={hint}>
        Upload a file
      </Button>
      <p id={hint} className={styles['hint']}>
        CSV, NDJSON, JSON or text; or drop it here.
      </p>
      {source.text !== '' && (
        <Select
          isSmall
          aria-label="Form of the text"
          value={form}
          options={FORMS}
          onChange={({ target }) => setForm(FORMS.find(({ value }) => value === target.value)?.value)}
          className={styles['form']}
        />
      )}
    </div>
  );
}
