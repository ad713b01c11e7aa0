import { jsonChoice } from '@quarry/contracts/input';
import { z } from 'zod';
import type { ConsoleParts } from '../../console-parts.js';
import { readBody } from '../../http/read-body.js';
import type { ConsoleRoute } from '../../http/routes.js';

const changeSchema = z.strictObject({
  signUp: jsonChoice({ note: 'Who may make an account.', required: true, values: ['open', 'closed', 'default'] }),
});

/** Whether anybody may make an account, changed while the consoles run. */
export const openOperatorSignUpRoutes = ({ signUpSwitch, noteAction }: ConsoleParts): readonly ConsoleRoute[] => {
  const wordOf = (isOpen: boolean) => (isOpen ? 'open' : 'closed');
  const describe = async () => {
    const { isOpen, changed } = await signUpSwitch.read();
    return {
      signUp: wordOf(isOpen),
      default: wordOf(signUpSwitch.isOpenByDefault),
      ...(changed && { changedBy: changed.by, changedAt: new Date(changed.atMs).toISOString() }),
    };
  };
  return [
    {
      method: 'GET',
      path: '/api/operator/sign-up',
      access: 'operator',
      handle: async () => ({ body: await describe() }),
    },
    {
      method: 'PUT',
      path: '/api/operator/sign-up',
      access: 'operator',
      handle: async ({ request, response, visitor }) => {
        const reading = await readBody(request, response, changeSchema);
        if (!reading.ok) return reading.refusal;
        const { signUp } = reading.params;
        noteAction(visitor, `sign-up ${signUp}`);
        if (signUp === 'default') await signUpSwitch.reset();
        else await signUpSwitch.set(signUp === 'open', visitor.user.email);
        return { body: await describe() };
      },
    },
  ];
};
