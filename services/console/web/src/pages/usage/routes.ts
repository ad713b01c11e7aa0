import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { USAGE_DAYS, type UsageDays } from '../../api/usage.js';
import { shellRoute } from '../../app/shell/shell-route.js';

interface UsageSearch {
  /** The span that is shown; the page has its default. */
  readonly days?: UsageDays;
}

const readSearch = ({ days }: Record<string, unknown>): UsageSearch => {
  const known = USAGE_DAYS.find((one) => one === Number(days));
  return known === undefined ? {} : { days: known };
};

const usage = createRoute({
  getParentRoute: () => shellRoute,
  path: 'usage',
  validateSearch: readSearch,
  component: lazyRouteComponent(() => import('./usage-page.js'), 'UsagePage'),
});

export const usageRoutes = [usage] as const;
