import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { ConsoleParts } from '../console-parts.js';
import { refuse } from '../http/errors.js';
import { readBody } from '../http/read-body.js';
import type { ConsoleRoute } from '../http/routes.js';
import { emailField, newPasswordField, passwordField, personNameField } from '../people/person-fields.js';
import { addressKey } from '../throttle/address-key.js';

const signInSchema = z.strictObject({ email: emailField, password: passwordField });
const signUpSchema = z.strictObject({ email: emailField, password: newPasswordField, name: personNameField });

/** Signing in by a password, and making an account. */
export const openSignInRoutes = (parts: ConsoleParts): readonly ConsoleRoute[] => {
  const { users, visitors, hasher, viewSession, checkPassword, signUps, signUpSwitch } = parts;
  return [
    {
      method: 'POST',
      path: '/api/sign-in',
      access: 'anybody',
      handle: async ({ request, response }) => {
        const reading = await readBody(request, response, signInSchema);
        if (!reading.ok) return reading.refusal;
        const { email, password } = reading.params;
        const refusal = await checkPassword(request, email, password);
        if (refusal !== undefined) return refusal;
        const user = await users.get(email);
        if (user === null) return refuse('wrong_credentials');
        return { body: await viewSession(await visitors.signIn(request, response, user)) };
      },
    },
    {
      method: 'POST',
      path: '/api/sign-up',
      access: 'anybody',
      handle: async ({ request, response }) => {
        if (!(await signUpSwitch.read()).isOpen) return refuse('sign_up_closed');
        const reading = await readBody(request, response, signUpSchema);
        if (!reading.ok) return reading.refusal;
        const waitSeconds = signUps.take(addressKey(request.ip));
        if (waitSeconds !== undefined) return refuse('too_many_attempts', { retryAfterSeconds: waitSeconds });
        const { email, password, name = email } = reading.params;
        if ((await users.get(email)) !== null) return refuse('email_taken');
        const passwordHash = await hasher.hash(password);
        // The account follows from the user, so that a sign-up that ends here is completed by the next sign-in.
        const user = await users.add({ email, name, passwordHash, pendingAccount: { id: randomUUID(), name } });
        if (user === null) return refuse('email_taken');
        return { status: 201, body: await viewSession(await visitors.signIn(request, response, user)) };
      },
    },
  ];
};
