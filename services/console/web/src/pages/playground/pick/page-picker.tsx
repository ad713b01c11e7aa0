import { useCallback, useState } from 'react';
import type { PickerMessage } from '../../../picker/messages.js';
import { Button } from '../../../ui/button.js';
import { StoredPage } from '../response/stored-page.js';
import styles from './page-picker.module.css';
import { PickedPanel } from './picked-panel.js';
import { RulesTrial } from './rules-trial.js';

export interface PagePickerProps {
  readonly requestId: string;
  /** Adds a rule to the form's `extractRules`; false if its text is no JSON object. */
  readonly onAdd: (name: string, rule: unknown) => boolean;
  /** JSON text of the form's rules. */
  readonly rules: string;
}

/** The stored page, an element of which becomes a rule by a click. */
export function PagePicker({ requestId, onAdd, rules }: PagePickerProps) {
  const [isPicking, setPicking] = useState(false);
  const [hovered, setHovered] = useState<string | undefined>(undefined);
  const [pick, setPick] = useState<Extract<PickerMessage, { type: 'pick' }> | undefined>(undefined);
  const [isRefused, setRefused] = useState(false);
  const onMessage = useCallback((message: PickerMessage) => {
    if (message.type === 'hover') setHovered(message.selector);
    if (message.type === 'pick') setPick(message);
  }, []);
  return (
    <div className={styles['picker']}>
      <div className={styles['bar']}>
        <Button
          size="sm"
          variant={isPicking ? 'primary' : 'secondary'}
          aria-pressed={isPicking}
          onClick={() => {
            setPicking(!isPicking);
            setHovered(undefined);
          }}
        >
          {isPicking ? 'Stop picking' : 'Pick a selector'}
        </Button>
        <span className={styles['hint']} aria-live="polite">
          {isPicking ? (hovered ?? 'Picking') : 'As it was fetched, without its scripts and pictures.'}
        </span>
      </div>
      {/* Has its place before anything is picked: the page must not move under the pointer. */}
      {(isPicking || pick) && (
        <div className={styles['picked']}>
          {pick ? (
            <PickedPanel
              key={`${pick.selector} ${pick.text}`}
              pick={pick}
              onDismiss={() => setPick(undefined)}
              onAdd={(name, rule) => {
                const isAdded = onAdd(name, rule);
                setRefused(!isAdded);
                if (isAdded) setPick(undefined);
              }}
            />
          ) : (
            <p className={styles['waiting']}>Click an element, or use the arrow keys in the page and Enter.</p>
          )}
        </div>
      )}
      {isRefused && (
        <p role="alert" className={styles['refused']}>
          The text of extractRules is not a JSON object. Correct it in the form, then add the rule again.
        </p>
      )}
      <StoredPage requestId={requestId} isPicking={isPicking} onMessage={onMessage} />
      <RulesTrial requestId={requestId} rules={rules} />
    </div>
  );
}
