import { Checkbox } from '../../../ui/form/checkbox.js';
import { Field } from '../../../ui/form/field.js';
import { Input, TextArea } from '../../../ui/form/input.js';
import styles from '../../batches/new-batch-page.module.css';
import { hasPage, type TrackingDraft } from './tracking-draft.js';

export interface TrackingFieldsProps {
  readonly operation: string;
  readonly draft: TrackingDraft;
  readonly onChange: (draft: TrackingDraft) => void;
  /** What the service found wrong, by field. */
  readonly refused: Readonly<Record<string, string>>;
}

const LONG_NAMES = ['changeTracking.fields', 'changeTracking.markdown', 'changeTracking.links', 'changeTracking'];

/** What of the response is compared with the run before. */
export function TrackingFields({ operation, draft, onChange, refused }: TrackingFieldsProps) {
  const [, fault] = Object.entries(refused).find(([name]) => LONG_NAMES.some((one) => name.startsWith(one))) ?? [];
  const isTracked = draft.markdown || draft.links || draft.fields.trim() !== '';
  return (
    <div className={styles['part']}>
      {hasPage(operation) && (
        <>
          <Checkbox
            label="Text of the page"
            description="As markdown, line by line; asks for it with outputFormat. With onlyMainContent menus and footers do not count."
            checked={draft.markdown}
            onChange={({ target }) => onChange({ ...draft, markdown: target.checked })}
          />
          <Checkbox
            label="Links of the page"
            description="Which links have come and gone; asks for them with extractLinks."
            checked={draft.links}
            onChange={({ target }) => onChange({ ...draft, links: target.checked })}
          />
        </>
      )}
      <Field
        label="Fields of the response"
        aside="optional"
        description="Paths such as price, extractedData.title or organicResults.0.link, one a line, 50 at most."
        error={fault}
      >
        <TextArea
          isMono
          rows={3}
          spellCheck={false}
          value={draft.fields}
          onChange={({ target }) => onChange({ ...draft, fields: target.value })}
        />
      </Field>
      {isTracked && (
        <Field
          label="Webhook"
          aside="optional"
          description="An address that is told when a run finds a change, and never otherwise."
          error={refused['webhook.url'] ?? refused['webhook']}
        >
          <Input
            inputMode="url"
            autoComplete="off"
            placeholder="https://"
            value={draft.webhook}
            onChange={({ target }) => onChange({ ...draft, webhook: target.value })}
          />
        </Field>
      )}
    </div>
  );
}
