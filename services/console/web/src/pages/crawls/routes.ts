import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../../app/shell/shell-route.js';

const create = createRoute({
  getParentRoute: () => shellRoute,
  path: 'crawls/new',
  component: lazyRouteComponent(() => import('./new-crawl-page.js'), 'NewCrawlPage'),
});
const one = createRoute({
  getParentRoute: () => shellRoute,
  path: 'crawls/$jobId',
  component: lazyRouteComponent(() => import('./crawl-page.js'), 'CrawlPage'),
});

export const crawlRoutes = [create, one] as const;
