import { useSuspenseQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { operationsQuery } from '../../api/operations.js';
import { anyPlace } from './detail/job-queries.js';
import { JobView } from './detail/job-view.js';

/** `/batches/<id>`: a batch. */
export function BatchPage() {
  const { jobId } = useParams({ from: '/shell/batches/$jobId' });
  const { data: operations } = useSuspenseQuery(operationsQuery);
  const candidates = operations.filter(({ isBatchable }) => isBatchable).map(({ id }) => id);
  return <JobView jobId={jobId} places={anyPlace(candidates)} name="Batch" />;
}
