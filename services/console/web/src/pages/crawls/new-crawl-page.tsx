import { useMutation, useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { isApiError } from '../../api/api-error.js';
import { gatewayJson } from '../../api/client.js';
import { crawlFormQuery, type OperationView } from '../../api/operations.js';
import { accountUsageQuery } from '../../api/usage.js';
import { useIsAllowed } from '../../app/use-session.js';
import { focusFirstFault } from '../../forms/first-fault.js';
import { useSubmissionKey } from '../../parts/use-submission-key.js';
import { ChevronLeftIcon } from '../../ui/icons.js';
import { Card } from '../../ui/page/card.js';
import { EmptyState } from '../../ui/page/empty-state.js';
import { Notice } from '../../ui/page/notice.js';
import { PageHeader } from '../../ui/page/page-header.js';
import { CRAWL_PATH } from '../batches/batch-paths.js';
import styles from '../batches/new-batch-page.module.css';
import { usePrice } from '../playground/call/use-price.js';
import { shownFaults, useOperationForm } from '../playground/form/use-operation-form.js';
import { CrawlFields } from './crawl-fields.js';
import { CrawlStart } from './crawl-start.js';

type Params = Readonly<Record<string, unknown>>;

/** Starts a crawl and goes to its page. */
const useStart = () => {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const keyOf = useSubmissionKey();
  return useMutation({
    mutationFn: async (body: Params) => {
      const headers = { 'idempotency-key': keyOf(body) };
      return (await gatewayJson<{ jobId: string }>(CRAWL_PATH, { method: 'POST', body, headers })).jobId;
    },
    onSuccess: async (jobId) => {
      void queryClient.invalidateQueries({ queryKey: accountUsageQuery.queryKey });
      void queryClient.invalidateQueries({ queryKey: ['batches'] });
      await navigate({ to: '/crawls/$jobId', params: { jobId } });
    },
  });
};

/** How many pages a crawl has at most: as typed, or as the service takes it. */
const limitOf = ({ fields, params }: Pick<ReturnType<typeof useOperationForm>, 'fields' | 'params'>): number =>
  Number(params['limit'] ?? fields.find(({ name }) => name === 'limit')?.preset ?? 1);

function NewCrawl({ view }: { readonly view: OperationView }) {
  const form = useOperationForm(view, () => undefined);
  const { params, faults } = form;
  const [isSent, setSent] = useState(false);
  const place = useRef<HTMLFormElement>(null);
  const available = useQuery(accountUsageQuery).data?.availableCredits;
  const { price, errors = [], isCurrent } = usePrice(view.id, params);
  const start = useStart();
  const refused = isApiError(start.error) && start.variables === params ? start.error.violations : [];
  const placed = shownFaults(form.fields, [...faults, ...errors, ...refused], form.left, isSent);
  const send = (): void => {
    setSent(true);
    const isWrong = faults.length > 0 || (isCurrent && errors.length > 0);
    if (isWrong) return focusFirstFault(place.current);
    start.mutate(params, { onError: () => focusFirstFault(place.current) });
  };
  return (
    <form
      ref={place}
      noValidate
      aria-label="Parameters of the crawl"
      className={styles['parts']}
      onSubmit={(event) => {
        event.preventDefault();
        if (!start.isPending) send();
      }}
    >
      <Card>
        <CrawlFields form={form} placed={placed} />
      </Card>
      <Card>
        <div className={styles['part']}>
          {start.error && (
            <Notice tone="danger" isAnnounced>
              {start.error.message}
            </Notice>
          )}
          <CrawlStart limit={limitOf(form)} price={price} available={available} isBusy={start.isPending} />
        </div>
      </Card>
    </form>
  );
}

/** `/crawls/new`: from a page to a running crawl. */
export function NewCrawlPage() {
  const { data: view } = useSuspenseQuery(crawlFormQuery);
  const isAllowed = useIsAllowed('call');
  return (
    <>
      <PageHeader
        title="New crawl"
        description="Fetches a page and every page of its site that links and sitemaps lead to."
        back={
          <Link to="/batches">
            <ChevronLeftIcon /> Batches and crawls
          </Link>
        }
      />
      {isAllowed ? (
        <NewCrawl view={view} />
      ) : (
        <EmptyState title="Your role reads only" description="Ask an owner of the account to let you start crawls." />
      )}
    </>
  );
}
