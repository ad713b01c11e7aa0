import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../../app/shell/shell-route.js';

const list = createRoute({
  getParentRoute: () => shellRoute,
  path: 'batches',
  component: lazyRouteComponent(() => import('./batches-page.js'), 'BatchesPage'),
});
const create = createRoute({
  getParentRoute: () => shellRoute,
  path: 'batches/new',
  component: lazyRouteComponent(() => import('./new-batch-page.js'), 'NewBatchPage'),
});
const one = createRoute({
  getParentRoute: () => shellRoute,
  path: 'batches/$jobId',
  component: lazyRouteComponent(() => import('./batch-page.js'), 'BatchPage'),
});

export const batchRoutes = [list, create, one] as const;
