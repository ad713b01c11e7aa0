import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../../app/shell/shell-route.js';

/** What a new schedule begins with. */
export interface NewScheduleSearch {
  readonly operation?: string;
  /** A request of the log whose parameters the form begins with. */
  readonly from?: string;
}

const validateSearch = ({ operation, from }: Record<string, unknown>): NewScheduleSearch => ({
  ...(typeof operation === 'string' && /^[\w/-]{1,100}$/.test(operation) ? { operation } : {}),
  ...(typeof from === 'string' && /^[\da-f-]{36}$/i.test(from) ? { from } : {}),
});

const list = createRoute({
  getParentRoute: () => shellRoute,
  path: 'schedules',
  component: lazyRouteComponent(() => import('./schedules-page.js'), 'SchedulesPage'),
});
const create = createRoute({
  getParentRoute: () => shellRoute,
  path: 'schedules/new',
  component: lazyRouteComponent(() => import('./new-schedule-page.js'), 'NewSchedulePage'),
  validateSearch,
});
const one = createRoute({
  getParentRoute: () => shellRoute,
  path: 'schedules/$scheduleId',
  component: lazyRouteComponent(() => import('./schedule-page.js'), 'SchedulePage'),
});
const changes = createRoute({
  getParentRoute: () => shellRoute,
  path: 'schedules/$scheduleId/changes',
  component: lazyRouteComponent(() => import('./changes-page.js'), 'ChangesPage'),
});

export const scheduleRoutes = [list, create, one, changes] as const;
