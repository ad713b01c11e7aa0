import { useQuery } from '@tanstack/react-query';
import { callJson } from '../../../api/client.js';
import { StoredPage } from '../../playground/response/stored-page.js';
import { ResponseView } from '../../playground/response/response-view.js';
import { filePath } from '../../playground/file-path.js';
import type { WholeRequest } from '../../playground/request-query.js';
import { ErrorState } from '../../../ui/page/error-state.js';
import { SkeletonLines } from '../../../ui/page/skeleton.js';

/** The stored response of a request; `url` is what the log links to. It changes only when the request is read again. */
export const storedResponseQuery = (url: string | undefined) => ({
  queryKey: ['stored-response', url],
  queryFn: ({ signal }: { signal: AbortSignal }) => callJson<unknown>(filePath(url) ?? '', { signal }),
  enabled: filePath(url) !== undefined,
  staleTime: Number.POSITIVE_INFINITY,
  retry: false,
});

/** The response as it was given, or the page of a call that failed. */
export function StoredResponse({ request }: { readonly request: WholeRequest }) {
  const { id, result, html, status } = request;
  const { data, error, isPending, refetch } = useQuery(storedResponseQuery(result));
  if (result === undefined) {
    if (html !== undefined) return <StoredPage requestId={id} />;
    return (
      <p className="muted">
        {status === 'pending'
          ? 'It comes here when the request ends.'
          : 'Nothing was stored: the request ended without a page.'}
      </p>
    );
  }
  if (error)
    return (
      <ErrorState isCompact error={error} title="The response is no longer stored" onRetry={() => void refetch()} />
    );
  if (isPending) return <SkeletonLines lines={8} />;
  return <ResponseView label="stored response" body={data} page={<StoredPage requestId={id} />} />;
}
