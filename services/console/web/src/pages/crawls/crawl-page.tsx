import { useParams } from '@tanstack/react-router';
import { CRAWL_PLACE } from '../batches/detail/job-queries.js';
import { JobView } from '../batches/detail/job-view.js';

/** `/crawls/<id>`: a crawl. */
export function CrawlPage() {
  const { jobId } = useParams({ from: '/shell/crawls/$jobId' });
  return <JobView jobId={jobId} places={CRAWL_PLACE} name="Crawl" />;
}
