import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { alertsQuery, saveAlerts, type AlertsView } from '../../../api/alerts.js';
import { isApiError } from '../../../api/api-error.js';
import { fieldErrors } from '../../../api/field-errors.js';
import { Button } from '../../../ui/button.js';
import { Card } from '../../../ui/page/card.js';
import { Field } from '../../../ui/form/field.js';
import { Form, FormActions } from '../../../ui/form/form.js';
import { Input, TextArea } from '../../../ui/form/input.js';
import { Notice } from '../../../ui/page/notice.js';
import { showToast } from '../../../ui/overlay/toast-store.js';
import { draftOf, errorOf, settingsOf, type AlertDraft } from './alert-draft.js';
import styles from './alerts.module.css';
import { tellAsked, UnconfirmedList } from './unconfirmed-list.js';
import { TestButton } from './test-button.js';

const FIELDS = ['shares', 'creditsLeft', 'creditsPerDay', 'emails', 'webhookUrl'];

/** The names of violations that fields of the form show: of a list also those of its items. */
const shownNames = (error: unknown): readonly string[] =>
  isApiError(error)
    ? error.violations.map(({ field }) => field).filter((name) => FIELDS.includes(name.split('.', 1)[0] ?? ''))
    : [];

const NO_MAIL = (
  <Notice title="This deployment sends no e-mail">
    Its operator can set <code>SMTP_URL</code> and <code>SMTP_FROM</code>. Until then alerts can go to a webhook.
  </Notice>
);

interface TextFieldProps {
  readonly name: keyof AlertDraft;
  readonly label: string;
  readonly description: ReactNode;
  readonly draft: AlertDraft;
  readonly errors: Readonly<Record<string, string>>;
  readonly onChange: (change: Partial<AlertDraft>) => void;
  readonly placeholder?: string;
  readonly isNumber?: boolean;
}

function TextField({ name, label, description, draft, errors, onChange, placeholder, isNumber }: TextFieldProps) {
  return (
    <Field label={label} description={description} error={errorOf(errors, name)}>
      <Input
        value={draft[name]}
        placeholder={placeholder}
        inputMode={isNumber === true ? 'numeric' : undefined}
        autoComplete="off"
        onChange={(event) => onChange({ [name]: event.target.value })}
      />
    </Field>
  );
}

type FieldWork = Pick<TextFieldProps, 'draft' | 'errors' | 'onChange'>;

interface ReceiversCardProps extends Pick<AlertsView, 'canMail' | 'unconfirmed'> {
  readonly field: FieldWork;
}

/** Where alerts go. */
function ReceiversCard({ field, canMail, unconfirmed }: ReceiversCardProps) {
  const { draft, errors, onChange } = field;
  return (
    <Card title="Who is told">
      <div className={styles['fields']}>
        {canMail ? (
          <>
            <Field
              label="E-mail addresses"
              description="One on each line, 5 at most. Each new one is sent a link first, to be confirmed there."
              error={errorOf(errors, 'emails')}
            >
              <TextArea
                rows={3}
                value={draft.emails}
                autoComplete="off"
                onChange={(event) => onChange({ emails: event.target.value })}
              />
            </Field>
            <UnconfirmedList emails={unconfirmed} />
          </>
        ) : (
          NO_MAIL
        )}
        <TextField
          {...field}
          name="webhookUrl"
          label="Webhook"
          description={
            <>
              Gets the event <code>account.alert</code>, signed and repeated as every webhook of this account.
            </>
          }
          placeholder="https://example.com/alerts"
        />
      </div>
    </Card>
  );
}

/** Levels and receivers, as one form. */
export function AlertForm({ view: { settings, canMail, unconfirmed } }: { readonly view: AlertsView }) {
  const [draft, setDraft] = useState(() => draftOf(settings));
  const queryClient = useQueryClient();
  const saving = useMutation({
    mutationFn: () => saveAlerts(settingsOf(draft)),
    onSuccess: async (saved) => {
      setDraft(draftOf(saved.settings));
      await queryClient.invalidateQueries({ queryKey: alertsQuery.queryKey });
      showToast({ title: 'Alerts saved' });
      saved.asked.forEach(tellAsked);
    },
  });
  const errors = fieldErrors(saving.error);
  const onChange = (change: Partial<AlertDraft>): void => setDraft({ ...draft, ...change });
  const field = { draft, errors, onChange };
  const isChanged = JSON.stringify(draft) !== JSON.stringify(draftOf(settings));
  return (
    <Form onSubmit={() => saving.mutate()} error={saving.error} fields={shownNames(saving.error)}>
      <Card
        title="When"
        description="A level of the period is told once in each period, one of a day once on each day."
      >
        <div className={styles['fields']}>
          <TextField
            {...field}
            name="shares"
            label="Used credits of the period, in percent"
            description="Several levels, separated by commas. Empty: none."
            placeholder="50, 80, 100"
          />
          <TextField
            {...field}
            name="creditsLeft"
            label="Fewer credits left than"
            description="What running work holds counts as left until it is charged."
            isNumber
          />
          <TextField
            {...field}
            name="creditsPerDay"
            label="More credits spent on a day than"
            description="Days are in UTC."
            isNumber
          />
        </div>
      </Card>
      <ReceiversCard field={field} canMail={canMail} unconfirmed={unconfirmed} />
      <FormActions>
        <Button type="submit" variant="primary" isBusy={saving.isPending}>
          Save
        </Button>
        <TestButton
          isChanged={isChanged}
          hasReceiver={(canMail && settings.emails.length > unconfirmed.length) || settings.webhookUrl !== undefined}
        />
      </FormActions>
    </Form>
  );
}
