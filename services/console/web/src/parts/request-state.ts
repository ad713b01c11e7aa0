import type { BatchState } from '../api/batches.js';
import type { RequestView } from '../api/requests.js';
import type { Tone } from '../ui/badge.js';

export interface StateWords {
  readonly tone: Tone;
  readonly text: string;
  readonly isActive: boolean;
}

type Ended = Pick<RequestView, 'status' | 'statusCode' | 'error'>;

/** How a request stands, in a word or as its error's code. A page that the target answered with 4xx is read, but worth a look. */
export const requestState = ({ status, statusCode, error }: Ended): StateWords => {
  if (status === 'pending') return { tone: 'accent', text: 'Running', isActive: true };
  if (status === 'error') return { tone: 'danger', text: error ?? 'failed', isActive: false };
  if (statusCode !== undefined && statusCode >= 400) {
    return { tone: 'warning', text: `OK, page is a ${statusCode}`, isActive: false };
  }
  return { tone: 'success', text: 'OK', isActive: false };
};

/** How a batch stands. */
export const batchState = (status: BatchState, failedCount = 0): StateWords => {
  switch (status) {
    case 'pending':
      return { tone: 'neutral', text: 'Waiting', isActive: true };
    case 'in_progress':
      return { tone: 'accent', text: 'Running', isActive: true };
    case 'stopped':
      return { tone: 'neutral', text: 'Stopped', isActive: false };
    case 'done':
      return failedCount > 0
        ? { tone: 'warning', text: 'Done with failures', isActive: false }
        : { tone: 'success', text: 'Done', isActive: false };
  }
};
