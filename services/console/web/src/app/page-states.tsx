import { Link, useRouter, useRouterState, type ErrorComponentProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { isApiError } from '../api/api-error.js';
import { buttonClass } from '../ui/button.js';
import { EmptyState } from '../ui/page/empty-state.js';
import { ErrorState } from '../ui/page/error-state.js';
import { PageHeader } from '../ui/page/page-header.js';
import { Skeleton, SkeletonLines } from '../ui/page/skeleton.js';
import { Card } from '../ui/page/card.js';
import styles from './page-states.module.css';

/** A page without the navigation or in its place: the whole of what it says is in its state. */
function Alone({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const isInShell = useRouterState({
    select: ({ matches }) => matches.some(({ routeId, status }) => routeId === '/shell' && status === 'success'),
  });
  const Place = isInShell ? 'div' : 'main';
  return (
    <Place className={styles['alone']}>
      <title>{`${title} · Quarry`}</title>
      <h1 className="visually-hidden">{title}</h1>
      {children}
    </Place>
  );
}

/** In the place of a page that failed. */
export function PageError({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const retry = (): void => {
    reset();
    void router.invalidate();
  };
  const title = isApiError(error, 'network') ? 'The console is out of reach' : 'This page could not be shown';
  return (
    <Alone title="Error">
      <ErrorState error={error} title={title} onRetry={retry} />
    </Alone>
  );
}

/** For addresses that lead nowhere. */
export function NotFoundPage() {
  return (
    <Alone title="Not found">
      <EmptyState
        title="There is no such page"
        description="The address may be mistyped, or what it led to was removed."
        action={
          <Link to="/" className={buttonClass()}>
            Go to the overview
          </Link>
        }
      />
    </Alone>
  );
}

/** In the place of a page whose code is still on its way. */
export function PagePending() {
  return (
    <div aria-busy="true" aria-label="Loading">
      <PageHeader
        title="Loading"
        heading={
          <>
            <span className="visually-hidden">Loading</span>
            <Skeleton width="9rem" height="1.25rem" />
          </>
        }
      />
      <Card>
        <SkeletonLines lines={4} />
      </Card>
    </div>
  );
}
