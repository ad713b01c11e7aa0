import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { isSignedIn, sessionQuery } from '../../api/session.js';
import { localPath } from '../../app/local-path.js';
import { rootRoute, type RouterContext } from '../../app/root-route.js';

interface EntrySearch {
  /** Where to go afterwards: a path of this app. */
  readonly next?: string;
}

const readSearch = ({ next }: Record<string, unknown>): EntrySearch => {
  const path = localPath(next);
  return path === '/' ? {} : { next: path };
};

/** Signed-in people have no business here. */
const leaveWhenSignedIn = async (options: { context: RouterContext; search: EntrySearch }): Promise<void> => {
  const session = await options.context.queryClient.ensureQueryData(sessionQuery);
  // oxlint-disable-next-line typescript/only-throw-error -- the router's own signal
  if (session.user !== null) throw redirect({ href: options.search.next ?? '/' });
};

const signIn = createRoute({
  getParentRoute: () => rootRoute,
  path: 'sign-in',
  validateSearch: readSearch,
  beforeLoad: leaveWhenSignedIn,
  component: lazyRouteComponent(() => import('./sign-in-page.js'), 'SignInPage'),
});
const signUp = createRoute({
  getParentRoute: () => rootRoute,
  path: 'sign-up',
  validateSearch: readSearch,
  beforeLoad: leaveWhenSignedIn,
  component: lazyRouteComponent(() => import('./sign-up-page.js'), 'SignUpPage'),
});
const link = createRoute({
  getParentRoute: () => rootRoute,
  path: 'link/$token',
  component: lazyRouteComponent(() => import('./link-page.js'), 'LinkPage'),
});
const confirm = createRoute({
  getParentRoute: () => rootRoute,
  path: 'confirm/$token',
  component: lazyRouteComponent(() => import('./confirm-page.js'), 'ConfirmPage'),
});
const noAccount = createRoute({
  getParentRoute: () => rootRoute,
  path: 'no-account',
  beforeLoad: async ({ context }) => {
    const session = await context.queryClient.ensureQueryData(sessionQuery);
    // oxlint-disable-next-line typescript/only-throw-error -- the router's own signal
    if (session.user === null || isSignedIn(session)) throw redirect({ to: '/' });
  },
  component: lazyRouteComponent(() => import('./no-account-page.js'), 'NoAccountPage'),
});

export const entryRoutes = [signIn, signUp, link, confirm, noAccount] as const;
