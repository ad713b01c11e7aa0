import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import type { SignedIn } from '../../api/session.js';
import { shellRoute } from '../../app/shell/shell-route.js';

const forOperators = ({ context }: { readonly context: { readonly session: SignedIn } }): void => {
  // oxlint-disable-next-line typescript/only-throw-error -- the router's own signal
  if (!context.session.user.isOperator) throw redirect({ to: '/' });
};

const operator = createRoute({
  getParentRoute: () => shellRoute,
  path: 'operator',
  beforeLoad: forOperators,
  component: lazyRouteComponent(() => import('./operator-page.js'), 'OperatorPage'),
});
const reading = createRoute({
  getParentRoute: () => shellRoute,
  path: 'operator/reading',
  beforeLoad: forOperators,
  component: lazyRouteComponent(() => import('./reading/reading-page.js'), 'ReadingPage'),
});
const readingDetail = createRoute({
  getParentRoute: () => shellRoute,
  path: 'operator/reading/detail',
  beforeLoad: forOperators,
  validateSearch: ({ operation }: Readonly<Record<string, unknown>>): { readonly operation: string } => ({
    operation: typeof operation === 'string' ? operation : '',
  }),
  component: lazyRouteComponent(() => import('./reading/reading-detail-page.js'), 'ReadingDetailPage'),
});

export const operatorRoutes = [operator, reading, readingDetail] as const;
