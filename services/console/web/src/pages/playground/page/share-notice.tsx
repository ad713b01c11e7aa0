import { useAccountChange } from '../../../app/use-account-change.js';
import { Button } from '../../../ui/button.js';
import { Notice } from '../../../ui/page/notice.js';
import type { ShareRefusal } from '../share-link.js';

/** Why a shared call is not opened, and how it can be. */
export function ShareNotice({ refusal }: { readonly refusal: ShareRefusal }) {
  const change = useAccountChange({ isStaying: true });
  if (refusal.kind === 'not_a_member') {
    return (
      <Notice tone="danger" title="This call is shared within another account" isAnnounced>
        You are not a member of it, so its parameters are not opened. Ask an owner of that account to invite you, or
        sign in as somebody who is a member.
      </Notice>
    );
  }
  const { id, name } = refusal.account;
  return (
    <Notice
      tone="warning"
      title={`This call is shared within ${name}`}
      isAnnounced
      action={
        <Button size="sm" isBusy={change.isPending} onClick={() => change.mutate(id)}>
          Open it there
        </Button>
      }
    >
      You are a member of that account too.
    </Notice>
  );
}
