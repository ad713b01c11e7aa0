import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { shellRoute } from '../../app/shell/shell-route.js';

const index = createRoute({
  getParentRoute: () => shellRoute,
  path: 'settings',
  beforeLoad: () => {
    // oxlint-disable-next-line typescript/only-throw-error -- the router's own signal
    throw redirect({ to: '/settings/keys' });
  },
});
const keys = createRoute({
  getParentRoute: () => shellRoute,
  path: 'settings/keys',
  component: lazyRouteComponent(() => import('./keys-page.js'), 'KeysPage'),
});
const members = createRoute({
  getParentRoute: () => shellRoute,
  path: 'settings/members',
  component: lazyRouteComponent(() => import('./members-page.js'), 'MembersPage'),
});
const alerts = createRoute({
  getParentRoute: () => shellRoute,
  path: 'settings/alerts',
  component: lazyRouteComponent(() => import('./alerts/alerts-page.js'), 'AlertsPage'),
});
const profile = createRoute({
  getParentRoute: () => shellRoute,
  path: 'settings/profile',
  component: lazyRouteComponent(() => import('./profile-page.js'), 'ProfilePage'),
});

export const settingsRoutes = [index, keys, members, alerts, profile] as const;
