import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../../app/shell/shell-route.js';
import { readFilters } from './request-filters.js';

const list = createRoute({
  getParentRoute: () => shellRoute,
  path: 'requests',
  component: lazyRouteComponent(() => import('./requests-page.js'), 'RequestsPage'),
  validateSearch: readFilters,
});
const one = createRoute({
  getParentRoute: () => shellRoute,
  path: 'requests/$requestId',
  component: lazyRouteComponent(() => import('./request-page.js'), 'RequestPage'),
});

export const requestRoutes = [list, one] as const;
