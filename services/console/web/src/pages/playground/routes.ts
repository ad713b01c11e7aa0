import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../../app/shell/shell-route.js';

const page = lazyRouteComponent(() => import('./playground-page.js'), 'PlaygroundPage');

interface PlaygroundSearch {
  /** A request of the log whose parameters the form begins with. */
  readonly from?: string;
}

const validateSearch = ({ from }: Record<string, unknown>): PlaygroundSearch =>
  typeof from === 'string' && /^[\da-f-]{36}$/i.test(from) ? { from } : {};

const index = createRoute({ getParentRoute: () => shellRoute, path: 'playground', component: page, validateSearch });
/** `_splat` is the id of the operation, which has slashes. */
const operation = createRoute({
  getParentRoute: () => shellRoute,
  path: 'playground/$',
  component: page,
  validateSearch,
});

export const playgroundRoutes = [index, operation] as const;
