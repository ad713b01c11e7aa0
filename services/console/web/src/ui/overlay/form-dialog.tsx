import { useId } from 'react';
import { Button } from '../button.js';
import { Form, type FormProps } from '../form/form.js';
import { Dialog, type DialogProps } from './dialog.js';

export interface FormDialogProps
  extends
    Pick<DialogProps, 'isOpen' | 'onClose' | 'title' | 'description' | 'size'>,
    Pick<FormProps, 'onSubmit' | 'fields' | 'children'> {
  readonly submitLabel: string;
  /** The call that submitting makes. */
  readonly call: { readonly error: unknown; readonly isPending: boolean };
}

/** A form in a dialog, which it can be left without. */
export function FormDialog({ submitLabel, call, onSubmit, fields = [], children, ...dialog }: FormDialogProps) {
  const id = useId();
  return (
    <Dialog
      {...dialog}
      footer={
        <>
          <Button onClick={dialog.onClose}>Cancel</Button>
          <Button type="submit" form={id} variant="primary" isBusy={call.isPending}>
            {submitLabel}
          </Button>
        </>
      }
    >
      <Form id={id} onSubmit={onSubmit} error={call.error} fields={fields}>
        {children}
      </Form>
    </Dialog>
  );
}
