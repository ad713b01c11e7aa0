import { type Operation } from '@quarry/contracts';
import { createDeliveries } from '@quarry/exports';
import type { Store } from '@quarry/store';
import { refuse, type Refusal } from '../admission/screen-request.js';
import { createAccountTurns } from '../batch/submit/account-turns.js';
import { createCrawlMaker } from '../batch/submit/crawl-handler.js';
import { createKeepDelivery, type KeepDeliveryOptions } from '../batch/submit/keep-delivery.js';
import { createSubmit, type SubmitOptions } from '../batch/submit/submit-batch.js';
import { createBatchMaker, type BatchMakerOptions } from '../batch/submit/submit-handler.js';
import { createUndoBatch } from '../batch/submit/undo-batch.js';
import { CONSOLE_KEY_ID, type Caller } from '../http/caller.js';
import type { JobStepsOptions } from './runs/job-steps.js';
import { createBatchWork } from './runs/run-batch.js';
import { createCrawlWork } from './runs/run-crawl.js';
import { createRequestWork, type RequestWorkOptions } from './runs/run-request.js';
import { createScheduleRuns, type RunSchedulesOptions } from './runs/run-schedules.js';

export interface SchedulesOptions
  extends
    Omit<RequestWorkOptions, 'requests'>,
    Omit<BatchMakerOptions, 'accounts' | 'refused' | 'inAccountTurn' | 'submit'>,
    Pick<SubmitOptions, 'stopping' | 'faultPoint'>,
    Pick<KeepDeliveryOptions, 'retentionMs'>,
    Pick<JobStepsOptions, 'hints'>,
    Omit<RunSchedulesOptions, 'works' | 'findCaller' | 'store'> {
  readonly store: Store;
  readonly operations: readonly Operation[];
}

const NO_ACCOUNT = refuse('unauthorized', { message: 'The account is disabled or gone.' });
const NO_KEY = refuse('unauthorized', {
  message: 'The API key that made this schedule was revoked. Make the schedule again with another key.',
});

/** The account as its key calls now. Rejects if the store is unavailable. */
const createCallerSearch =
  ({ accounts, keys }: Pick<Store, 'accounts' | 'keys'>) =>
  async (accountId: string, keyId: string | undefined): Promise<Caller | Refusal> => {
    const account = await accounts.get(accountId);
    if (account === null || account.isDisabled) return NO_ACCOUNT;
    if (keyId === undefined || keyId === CONSOLE_KEY_ID) return { ...account, key: { id: CONSOLE_KEY_ID } };
    const key = (await keys.list(accountId)).find(({ id, revokedAtMs }) => id === keyId && revokedAtMs === undefined);
    return key === undefined ? NO_KEY : { ...account, key: { id: keyId, limits: key.limits } };
  };

/** What schedules run, and one pass over those that are due. */
export const openSchedules = (options: SchedulesOptions) => {
  const { store } = options;
  const { batches, requests, accounts } = store;
  const undo = createUndoBatch({ ...options, batches });
  const deliveries = createDeliveries(store.records);
  const keepDelivery = createKeepDelivery({ ...options, deliveries, seals: options.bucketKeySeals });
  const making = {
    ...{ ...options, accounts, inAccountTurn: createAccountTurns() },
    // Their bodies were read when the schedules were made.
    refused: { refusal: () => undefined },
    submit: createSubmit({ ...options, batches, undo, keepDelivery }),
  };
  const steps = { batches, undo, hints: options.hints };
  const works = {
    operation: createRequestWork({ ...options, requests }),
    batch: createBatchWork({ ...createBatchMaker(making), ...steps }),
    crawl: createCrawlWork({ ...createCrawlMaker(making), ...steps }),
  };
  return { works, runDue: createScheduleRuns({ ...options, works, findCaller: createCallerSearch(store) }) };
};
