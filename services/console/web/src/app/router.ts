import type { QueryClient } from '@tanstack/react-query';
import { createRouter } from '@tanstack/react-router';
import { batchRoutes } from '../pages/batches/routes.js';
import { crawlRoutes } from '../pages/crawls/routes.js';
import { entryRoutes } from '../pages/entry/routes.js';
import { operatorRoutes } from '../pages/operator/routes.js';
import { overviewRoutes } from '../pages/overview/routes.js';
import { playgroundRoutes } from '../pages/playground/routes.js';
import { requestRoutes } from '../pages/requests/routes.js';
import { scheduleRoutes } from '../pages/schedules/routes.js';
import { settingsRoutes } from '../pages/settings/routes.js';
import { usageRoutes } from '../pages/usage/routes.js';
import { webhookRoutes } from '../pages/webhooks/routes.js';
import { NotFoundPage, PageError, PagePending } from './page-states.js';
import { rootRoute } from './root-route.js';
import { shellRoute } from './shell/shell-route.js';

const routeTree = rootRoute.addChildren([
  ...entryRoutes,
  shellRoute.addChildren([
    ...overviewRoutes,
    ...playgroundRoutes,
    ...requestRoutes,
    ...batchRoutes,
    ...crawlRoutes,
    ...scheduleRoutes,
    ...webhookRoutes,
    ...usageRoutes,
    ...settingsRoutes,
    ...operatorRoutes,
  ]),
]);

/** The app's router; each page's code is loaded when it is needed, or about to be. */
export const createAppRouter = (queryClient: QueryClient) =>
  createRouter({
    routeTree,
    context: { queryClient },
    defaultPreload: 'intent',
    // What a page shows is kept fresh by the query cache alone.
    defaultPreloadStaleTime: 0,
    defaultPendingMs: 250,
    defaultPendingMinMs: 300,
    defaultPendingComponent: PagePending,
    defaultErrorComponent: PageError,
    defaultNotFoundComponent: NotFoundPage,
    scrollRestoration: true,
  });

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
