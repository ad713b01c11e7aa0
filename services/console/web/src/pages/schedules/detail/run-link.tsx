import { Link } from '@tanstack/react-router';
import type { RunView } from '../../../api/schedules.js';

export interface RunLinkProps {
  readonly run: RunView;
  /** Of the schedule's target. */
  readonly type: string;
}

/** The request or the job that a run was. */
export function RunLink({ run, type }: RunLinkProps) {
  if (run.requestId !== undefined) {
    return (
      <Link to="/requests/$requestId" params={{ requestId: run.requestId }}>
        Request {run.requestId.slice(0, 8)}
      </Link>
    );
  }
  if (run.jobId === undefined) return <span className="muted">–</span>;
  return (
    <Link to={type === 'crawl' ? '/crawls/$jobId' : '/batches/$jobId'} params={{ jobId: run.jobId }}>
      {type === 'crawl' ? 'Crawl' : 'Batch'} {run.jobId.slice(0, 8)}
    </Link>
  );
}
