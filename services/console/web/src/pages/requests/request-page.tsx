import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { operationsQuery } from '../../api/operations.js';
import { useIsAllowed } from '../../app/use-session.js';
import { JsonTree } from '../playground/response/json-tree.js';
import { requestQuery, type WholeRequest } from '../playground/request-query.js';
import { Button, buttonClass } from '../../ui/button.js';
import { Card } from '../../ui/page/card.js';
import { ErrorState } from '../../ui/page/error-state.js';
import { ChevronLeftIcon, PlaygroundIcon, SchedulesIcon } from '../../ui/icons.js';
import { PageHeader } from '../../ui/page/page-header.js';
import { SkeletonLines } from '../../ui/page/skeleton.js';
import { ReparsePanel } from './detail/reparse-panel.js';
import { RequestFacts } from './detail/request-facts.js';
import { StoredResponse } from './detail/stored-response.js';
import { VerdictCard } from './detail/verdict-card.js';
import { WaterfallView } from './detail/waterfall-view.js';
import { requestState } from '../../parts/request-state.js';
import { StateDot } from '../../parts/state-dot.js';
import styles from './request-page.module.css';

const nameOf = ({ host, operation, params }: WholeRequest): string => {
  const main = params['url'] ?? params['q'] ?? params['keyword'];
  return typeof main === 'string' ? main : (host ?? operation);
};

function WholeView({ request }: { readonly request: WholeRequest }) {
  const { data: operations } = useSuspenseQuery(operationsQuery);
  const isAllowed = useIsAllowed('call');
  const [isReading, setReading] = useState(false);
  const operation = operations.find(({ id }) => id === request.operation);
  const canRead = isAllowed && operation?.isReparsable === true && request.result !== undefined;
  return (
    <>
      <VerdictCard request={request} />
      <div className={styles['halves']}>
        <Card title="Facts">
          <RequestFacts request={request} />
        </Card>
        <Card title="Parameters" description="As they were checked: with defaults, without secrets.">
          <JsonTree label="Parameters" value={request.params} />
        </Card>
      </div>
      <Card title="Where the time went">
        <WaterfallView timings={request.timings} />
      </Card>
      {canRead && (
        <Card
          title="Read the page again"
          description="Runs today's parser on the stored page, by other rules if you like. Nothing is fetched or charged."
          actions={
            <Button size="sm" aria-expanded={isReading} onClick={() => setReading(!isReading)}>
              {isReading ? 'Close' : 'Open'}
            </Button>
          }
        >
          {isReading ? <ReparsePanel request={request} operation={operation} /> : undefined}
        </Card>
      )}
      <Card title={request.status === 'error' ? 'Stored page' : 'Response'}>
        <StoredResponse request={request} />
      </Card>
    </>
  );
}

/** `/requests/<id>`: one call with everything that is known of it. */
export function RequestPage() {
  const { requestId } = useParams({ from: '/shell/requests/$requestId' });
  const { data, error, refetch } = useQuery({ ...requestQuery(requestId), retry: false });
  const isAllowed = useIsAllowed('call');
  const back = (
    <Link to="/requests">
      <ChevronLeftIcon /> Requests
    </Link>
  );
  if (data === undefined) {
    return (
      <>
        <PageHeader title={`Request ${requestId.slice(0, 8)}`} back={back} />
        {error ? (
          <ErrorState error={error} title="This request could not be opened" onRetry={() => void refetch()} />
        ) : (
          <Card>
            <SkeletonLines lines={8} />
          </Card>
        )}
      </>
    );
  }
  return (
    <>
      <PageHeader
        title={`Request ${requestId.slice(0, 8)}`}
        heading={<span className={styles['name']}>{nameOf(data)}</span>}
        back={back}
        status={<StateDot state={requestState(data)} />}
        actions={
          data.operation !== 'reparse' && (
            <>
              {isAllowed && (
                <Link
                  to="/schedules/new"
                  search={{ operation: data.operation, from: data.id }}
                  className={buttonClass()}
                >
                  <SchedulesIcon /> Schedule this call
                </Link>
              )}
              <Link
                to="/playground/$"
                params={{ _splat: data.operation }}
                search={{ from: data.id }}
                className={buttonClass()}
              >
                <PlaygroundIcon /> Open in the playground
              </Link>
            </>
          )
        }
      />
      <div className={styles['parts']}>
        <WholeView request={data} />
      </div>
    </>
  );
}
