import { useState } from 'react';
import type { PickerMessage } from '../../../picker/messages.js';
import { Button } from '../../../ui/button.js';
import { Field } from '../../../ui/form/field.js';
import { Input } from '../../../ui/form/input.js';
import { Segmented } from '../../../ui/form/segmented.js';
import styles from './picked-panel.module.css';
import { ruleOf, suggestName, type PickedOutput } from './suggest-name.js';

export interface PickedPanelProps {
  readonly pick: Extract<PickerMessage, { type: 'pick' }>;
  readonly onAdd: (name: string, rule: unknown) => void;
  readonly onDismiss: () => void;
}

/** What was clicked in the page, before it becomes a rule: under which name, one or all alike, and what of it. */
export function PickedPanel({ pick, onAdd, onDismiss }: PickedPanelProps) {
  const [name, setName] = useState(() => suggestName(pick));
  const [amount, setAmount] = useState<'one' | 'all'>('one');
  const [output, setOutput] = useState<PickedOutput>(pick.tag === 'img' && pick.attribute ? 'attribute' : 'text');
  const rule = ruleOf(pick, amount === 'all', output);
  return (
    <form
      className={styles['panel']}
      onSubmit={(event) => {
        event.preventDefault();
        if (name.trim() !== '') onAdd(name.trim(), rule);
      }}
    >
      <p className={styles['text']}>{pick.text === '' ? <span className="muted">No text in it</span> : pick.text}</p>
      <code className={styles['rule']}>{typeof rule === 'string' ? rule : JSON.stringify(rule)}</code>
      <div className={styles['choices']}>
        <Field label="Name" isLabelHidden>
          <Input isSmall isMono value={name} maxLength={100} onChange={({ target }) => setName(target.value)} />
        </Field>
        {pick.listSelector !== undefined && (
          <Segmented
            label="How many"
            value={amount}
            onChange={setAmount}
            options={[
              { value: 'one', label: 'This one' },
              { value: 'all', label: 'All alike' },
            ]}
          />
        )}
        <Segmented
          label="What of it"
          value={output}
          onChange={setOutput}
          options={[
            { value: 'text', label: 'Text' },
            ...(pick.attribute === undefined ? [] : [{ value: 'attribute' as const, label: pick.attribute }]),
            { value: 'html', label: 'html' },
          ]}
        />
        <Button type="submit" size="sm" disabled={name.trim() === ''}>
          Add to extractRules
        </Button>
        <Button size="sm" variant="ghost" onClick={onDismiss}>
          Leave it
        </Button>
      </div>
    </form>
  );
}
