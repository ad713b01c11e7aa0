import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { shellRoute } from '../../app/shell-route.js';

const operator = createRoute({
  getParentRoute: () => shellRoute,
  path: 'operator',
  beforeLoad: ({ context }) => {
    // oxlint-disable-next-line typescript/only-throw-error -- the router's own signal
    if (!context.session.user.isOperator) throw redirect({ to: '/' });
  },
  component: lazyRouteComponent(() => import('./operator-page.js'), 'OperatorPage'),
});

export const operatorRoutes = [operator] as const;
