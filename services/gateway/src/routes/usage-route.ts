import type { RequestHandler } from 'express';
import type { AccountStore } from '@quarry/store';
import type { AccountLeases } from '../admission/account-leases.js';
import type { FreeAllowance } from '../admission/allowances/free-allowance.js';
import type { StorageAllowance } from '../admission/allowances/storage-allowance.js';
import { STORE_ANSWER_MS } from '../bounds.js';
import { onPath, type ExchangeOptions } from '../http/exchange.js';
import { sendError } from '../http/send-error.js';
import { withTimeout } from '../http/with-timeout.js';

export const USAGE_PATH = '/user/me/usage';

export interface UsageRouteOptions extends ExchangeOptions {
  readonly accounts: Pick<AccountStore, 'get' | 'period'>;
  readonly leases: Pick<AccountLeases, 'inUse'>;
  readonly allowance: Pick<FreeAllowance, 'read'>;
  readonly storage: Pick<StorageAllowance, 'quotaBytes'>;
}

/** The account's credits of the current period and its available concurrency. Free of charge. */
export const createUsageRoute = (options: UsageRouteOptions): RequestHandler =>
  onPath(options, { path: USAGE_PATH, methods: ['GET', 'HEAD'] }, async ({ response, account }) => {
    const { accounts } = options;
    const asked = Promise.all([accounts.period(account.id), accounts.get(account.id)]);
    const [[period, current], inUse, free] = await Promise.all([
      withTimeout(STORE_ANSWER_MS, asked),
      options.leases.inUse(account.id),
      options.allowance.read(account.id),
    ]);
    if (period === null) return sendError(response, 'unauthorized');
    await options.accountHeaders(response, account, { availableCredits: period.available, inUse });
    response.json({
      status: 'ok',
      data: {
        totalCredits: period.granted,
        availableCredits: period.available,
        heldCredits: period.held,
        periodStart: new Date(period.startMs).toISOString(),
        periodEnd: new Date(period.endMs).toISOString(),
        concurrentRequests: account.concurrency,
        availableConcurrency: Math.max(0, account.concurrency - inUse),
        freeCreditsUsed: free.usedCredits,
        freeCreditsBudget: free.budgetCredits,
        storedBytes: (current ?? account).storedBytes,
        storedBytesLimit: options.storage.quotaBytes,
      },
    });
  });
