import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../../app/shell/shell-route.js';

const list = createRoute({
  getParentRoute: () => shellRoute,
  path: 'webhooks',
  component: lazyRouteComponent(() => import('./webhooks-page.js'), 'WebhooksPage'),
});

export const webhookRoutes = [list] as const;
