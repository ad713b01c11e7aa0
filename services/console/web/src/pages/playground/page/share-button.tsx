import { Button } from '../../../ui/button.js';
import { copyText } from '../../../ui/copy-text.js';
import { LinkIcon } from '../../../ui/icons.js';
import { showToast } from '../../../ui/overlay/toast-store.js';
import { toShareFragment } from '../share-link.js';

export interface ShareButtonProps {
  readonly operation: string;
  readonly accountId: string;
  readonly params: Readonly<Record<string, unknown>>;
  /** Of the last call, whose parameters the log has. */
  readonly requestId: string | undefined;
}

const linkOf = ({ operation, accountId, params, requestId }: ShareButtonProps): string | undefined => {
  const page = `${location.origin}/playground/${operation}`;
  const fragment = toShareFragment({ accountId, params });
  if (fragment !== undefined) return `${page}${fragment}`;
  return requestId === undefined ? undefined : `${page}?from=${requestId}`;
};

/** Copies a link that opens the form with the same parameters, without secrets, for members of the account. */
export function ShareButton(props: ShareButtonProps) {
  const share = async (): Promise<void> => {
    const link = linkOf(props);
    if (link === undefined) {
      showToast({
        title: 'Too long for a link',
        description: 'Send the call once; then it can be shared from the log.',
        tone: 'danger',
      });
    } else if (await copyText(link)) {
      showToast({
        title: 'Link copied',
        description: 'It opens these parameters, without secrets, for members of this account.',
      });
    } else showToast({ title: 'Copying failed', description: link, tone: 'danger' });
  };
  return (
    <Button icon={<LinkIcon />} onClick={() => void share()}>
      Share
    </Button>
  );
}
