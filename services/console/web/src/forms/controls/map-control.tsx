import { Button } from '../../ui/button.js';
import { useFieldWiring } from '../../ui/form/field.js';
import { IconButton } from '../../ui/icon-button.js';
import { PlusIcon, TrashIcon } from '../../ui/icons.js';
import { Input } from '../../ui/form/input.js';
import { pairsOf, type Pair } from '../draft.js';
import { REMOVED } from '../removed.js';
import type { ControlProps } from './control-props.js';
import styles from './map-control.module.css';

/** Names with values, such as headers; one line each, and one more to go on. */
export function MapControl({ field, value, onChange }: ControlProps<'map'>) {
  const wiring = useFieldWiring();
  const pairs = pairsOf(value);
  const shown: readonly Pair[] = pairs.length === 0 ? [{ name: '', value: '' }] : pairs;
  const replace = (index: number, part: Partial<Pair>): void =>
    onChange(shown.map((pair, at) => (at === index ? { ...pair, ...part } : pair)));
  const what = `${field.name} ${shown.length > 1 ? 'entry' : 'value'}`;
  return (
    <div className={styles['map']}>
      {shown.map((pair, index) => (
        <div key={index} className={styles['pair']}>
          <Input
            {...(index === 0 ? wiring : { id: undefined, 'aria-describedby': undefined })}
            aria-label={`Name of ${what} ${index + 1}`}
            placeholder="Name"
            autoComplete="off"
            spellCheck={false}
            value={pair.name}
            onChange={({ target }) => replace(index, { name: target.value })}
          />
          <Input
            id={undefined}
            aria-label={`Value of ${what} ${index + 1}`}
            aria-invalid={pair.value === REMOVED || undefined}
            placeholder={pair.value === REMOVED ? 'Enter it again' : 'Value'}
            autoComplete="off"
            spellCheck={false}
            value={pair.value}
            onChange={({ target }) => replace(index, { value: target.value })}
          />
          <IconButton
            label={`Remove ${pair.name || `entry ${index + 1}`}`}
            icon={<TrashIcon />}
            size="sm"
            isPlain
            disabled={pairs.length === 0}
            onClick={() => onChange(shown.filter((_, at) => at !== index))}
          />
        </div>
      ))}
      <div>
        <Button
          size="sm"
          variant="ghost"
          icon={<PlusIcon />}
          onClick={() => onChange([...shown, { name: '', value: '' }])}
        >
          Add
        </Button>
      </div>
    </div>
  );
}
