import { judgeKeyOperation } from '../../admission/key-limits.js';
import type { createCrawlMaker } from '../../batch/submit/crawl-handler.js';
import { createJobSteps, type JobStepsOptions } from './job-steps.js';
import type { Work } from './work.js';

export interface CrawlWorkOptions extends ReturnType<typeof createCrawlMaker>, JobStepsOptions {}

/** Runs of a schedule that are crawls. */
export const createCrawlWork = ({ check, make, ...options }: CrawlWorkOptions): Work => {
  const steps = createJobSteps(options);
  return {
    check: async ({ account, operation, params }) => {
      const forbidden = judgeKeyOperation(account, operation.id);
      if (forbidden !== undefined) return forbidden;
      const checked = check(operation, params);
      return 'outcome' in checked ? checked : undefined;
    },
    look: steps.look,
    start: async ({ account, operation, params }, jobId) => {
      const forbidden = judgeKeyOperation(account, operation.id);
      if (forbidden !== undefined) return forbidden;
      const checked = check(operation, params);
      if ('outcome' in checked) return checked;
      return steps.start(jobId, (start) => make({ account, operation }, checked, start));
    },
    undo: steps.undo,
  };
};
