import { createRoute, redirect } from '@tanstack/react-router';
import { isSignedIn, sessionQuery, type SignedIn } from '../../api/session.js';
import { rootRoute } from '../root-route.js';
import { Shell } from './shell.js';

/** The pages of signed-in people, inside the navigation. Their routes have this one as parent. */
export const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'shell',
  component: Shell,
  beforeLoad: async ({ context, location }): Promise<{ session: SignedIn }> => {
    const session = await context.queryClient.ensureQueryData(sessionQuery);
    if (isSignedIn(session)) return { session };
    const search = location.href === '/' ? {} : { next: location.href };
    // The router's own signal for "go there instead"; it is thrown, though it is no error.
    // oxlint-disable-next-line typescript/only-throw-error
    throw session.user === null ? redirect({ to: '/sign-in', search }) : redirect({ to: '/no-account' });
  },
});
