import { useIsAllowed } from '../app/use-session.js';
import { Notice } from '../ui/page/notice.js';

/** Says to people who may only look why there is no button. `wish`: what an owner could let them do. */
export function ReadOnlyNotice({ wish }: { readonly wish: string }) {
  const isAllowed = useIsAllowed('call');
  return isAllowed ? null : <Notice>Your role reads only: ask an owner of the account to let you {wish}.</Notice>;
}
