import type { ReactNode } from 'react';
import { formError } from '../../api/field-errors.js';
import { Button } from '../button.js';
import { Dialog } from './dialog.js';
import { Notice } from '../page/notice.js';

export interface ConfirmDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly title: ReactNode;
  /** What will happen, and whether it can be undone. */
  readonly children: ReactNode;
  /** A verb with its object, such as `Revoke key`. */
  readonly confirmLabel: string;
  readonly isDangerous?: boolean;
  readonly isBusy?: boolean;
  readonly error?: unknown;
  readonly onConfirm: () => void;
}

/** Asks before something that cannot be undone. The focus starts on the safe button. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, children, confirmLabel, isDangerous = false, isBusy = false, error, onConfirm, ...rest } = props;
  const message = formError(error, []);
  return (
    <Dialog
      {...rest}
      size="sm"
      title={title}
      description={children}
      footer={
        <>
          <Button onClick={rest.onClose} autoFocus>
            Cancel
          </Button>
          <Button variant={isDangerous ? 'danger' : 'primary'} isBusy={isBusy} onClick={onConfirm}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      {message === undefined ? undefined : (
        <Notice tone="danger" isAnnounced>
          {message}
        </Notice>
      )}
    </Dialog>
  );
}
