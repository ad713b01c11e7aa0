import { CopyButton } from '../ui/copy-button.js';
import { Field } from '../ui/form/field.js';
import { Input } from '../ui/form/input.js';
import styles from './new-key.module.css';

export interface NewKeyProps {
  readonly plainKey: string;
  readonly onCopied?: () => void;
}

/** A key that was just made: shown this once, selected by a click, copied by a button. */
export function NewKey({ plainKey, onCopied }: NewKeyProps) {
  return (
    <div className={styles['place']}>
      <Field label="API key" isLabelHidden className={styles['field']}>
        <Input readOnly isMono value={plainKey} onFocus={(event) => event.target.select()} spellCheck={false} />
      </Field>
      <CopyButton text={plainKey} label="Copy key" variant="primary" autoFocus {...(onCopied && { onCopied })} />
    </div>
  );
}
