import { useSuspenseQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { operationsQuery } from '../../api/operations.js';
import { EmptyState } from '../../ui/page/empty-state.js';
import { ChevronLeftIcon } from '../../ui/icons.js';
import { PageHeader } from '../../ui/page/page-header.js';
import { OperationChoice } from './page/operation-choice.js';
import { OperationIndex } from './page/operation-index.js';
import { OperationPlayground } from './page/operation-playground.js';

/** `/playground` and `/playground/<operation>`. */
export function PlaygroundPage() {
  const { _splat: id } = useParams({ strict: false });
  const search = useSearch({ strict: false });
  const navigate = useNavigate();
  const { data: operations } = useSuspenseQuery(operationsQuery);
  if (id === undefined || id === '') return <OperationIndex />;
  const operation = operations.find((one) => one.id === id);
  const back = (
    <Link to="/playground">
      <ChevronLeftIcon /> All operations
    </Link>
  );
  if (operation === undefined) {
    return (
      <>
        <PageHeader title="Playground" back={back} />
        <EmptyState
          title={`There is no operation ${id}`}
          description="It may have another name by now. Choose one from the list."
        />
      </>
    );
  }
  return (
    <OperationPlayground
      key={operation.id}
      operation={operation}
      search={search}
      renderHead={(actions) => (
        <PageHeader
          title={operation.title}
          description={
            <>
              {operation.summary === operation.title ? '' : `${operation.summary}. `}
              <code>
                {operation.method} {operation.path}
              </code>
            </>
          }
          back={back}
          actions={
            <>
              <OperationChoice
                operations={operations}
                chosen={operation.id}
                onChoose={(chosen) => void navigate({ to: '/playground/$', params: { _splat: chosen } })}
              />
              {actions}
            </>
          }
        />
      )}
    />
  );
}
