import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../../app/shell/shell-route.js';
import { readShareSearch, type ShareSearch } from './share-link.js';

const page = lazyRouteComponent(() => import('./playground-page.js'), 'PlaygroundPage');

interface PlaygroundSearch extends ShareSearch {
  /** A request of the log whose parameters the form begins with. */
  readonly from?: string;
}

const validateSearch = (search: Record<string, unknown>): PlaygroundSearch => {
  const { from } = search;
  return {
    ...(typeof from === 'string' && /^[\da-f-]{36}$/i.test(from) ? { from } : {}),
    ...readShareSearch(search),
  };
};

const index = createRoute({ getParentRoute: () => shellRoute, path: 'playground', component: page, validateSearch });
/** `_splat` is the id of the operation, which has slashes. */
const operation = createRoute({
  getParentRoute: () => shellRoute,
  path: 'playground/$',
  component: page,
  validateSearch,
});

export const playgroundRoutes = [index, operation] as const;
