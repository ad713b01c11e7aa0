import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, Outlet } from '@tanstack/react-router';
import { NotFoundPage, PageError } from './page-states.js';

export interface RouterContext {
  readonly queryClient: QueryClient;
}

/** The root of every page. */
export const rootRoute = createRootRouteWithContext<RouterContext>()({
  component: Outlet,
  errorComponent: PageError,
  notFoundComponent: NotFoundPage,
});
