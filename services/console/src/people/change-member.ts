import { isActive, type Member } from '@quarry/people';
import type { ConsoleParts } from '../console-parts.js';
import { refuse, type Refusal } from '../http/errors.js';
import type { Reply } from '../http/routes.js';

export const NO_SUCH_MEMBER = refuse('not_found', { message: 'There is no such person in this account.' });

/** Runs a change of one member, unless it would leave the account without an owner. */
export const createMemberChange =
  ({ members, membersLease }: Pick<ConsoleParts, 'members' | 'membersLease'>) =>
  async (
    accountId: string,
    email: string,
    { keepsOwner, change }: { keepsOwner: boolean; change: (member: Member) => Promise<Reply | Refusal> },
  ): Promise<Reply | Refusal> => {
    const outcome = await membersLease(accountId, async () => {
      const member = await members.get(accountId, email.toLowerCase());
      if (member === null) return NO_SUCH_MEMBER;
      if (!keepsOwner && isActive(member) && member.role === 'owner') {
        const owners = (await members.list(accountId)).filter((one) => isActive(one) && one.role === 'owner');
        if (owners.length <= 1) return refuse('last_owner');
      }
      return change(member);
    });
    return outcome ?? refuse('conflict');
  };
