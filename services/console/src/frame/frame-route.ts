import { once } from 'node:events';
import type { Request } from 'express';
import type { Logger } from '@quarry/observability';
import type { MissingPage } from '@quarry/store';
import { FRAMES_PER_USER } from '../bounds.js';
import { GatewayTimeoutError, GatewayUnavailableError } from '../gateway/gateway-client.js';
import { refuse, type Refusal } from '../http/errors.js';
import { createCallCounter } from '../http/call-counter.js';
import { callerGoneSignal } from '../http/caller-gone.js';
import type { ConsoleRoute, VisitorCall } from '../http/routes.js';
import type { ReadingHealth } from '../health/reading-health.js';
import type { OwnAccount } from '../people/accounts.js';
import { readOperation } from '../routes/operator/reading-routes.js';
import { toInertHtml } from './inert-html.js';
import type { ReadStoredPage, StoredPage } from './stored-page.js';

export interface FrameRouteOptions {
  readonly readStoredPage: ReadStoredPage;
  /** Path of the script that reports clicks; undefined while the app is not built. */
  readonly pickerPath: string | undefined;
  /** Origins under which people open the console; the first one is its public one. */
  readonly origins: ReadonlySet<string>;
  readonly readingHealth: Pick<ReadingHealth, 'missing'>;
  readonly log: Logger;
}

const REFUSALS: Readonly<Record<Exclude<StoredPage['outcome'], 'found'>, Refusal>> = {
  missing: refuse('not_found', { message: 'This request has no stored page, or it is no longer stored.' }),
  too_large: refuse('payload_too_large', { message: 'The stored page is too large to be shown.' }),
  unavailable: refuse('api_unavailable'),
};

/** The origin that the caller's own page has, as far as it is one of ours. */
const originOf = ({ headers, protocol }: Request, origins: ReadonlySet<string>): string => {
  const [publicOrigin = ''] = origins;
  const asked = `${protocol}://${headers.host ?? ''}`;
  return origins.has(asked) ? asked : publicOrigin;
};

/**
 * The page has no origin, so it reaches neither the console nor its cookies; it loads nothing, sends nothing and runs no script but
 * the picker.
 */
const policyOf = (picker: string | undefined): string =>
  [
    'sandbox allow-scripts',
    "default-src 'none'",
    'img-src data:',
    "style-src 'unsafe-inline'",
    ...(picker === undefined ? [] : [`script-src ${picker}`]),
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
  ].join('; ');

const isForFrame = ({ headers }: Request): boolean => (headers['sec-fetch-dest'] ?? 'iframe') === 'iframe';

/** The stored page of a request, for a sandboxed frame in which people click elements: of their account, and for operators of those that lack a field. */
export const openFrameRoute = (options: FrameRouteOptions): readonly ConsoleRoute[] => {
  const { readStoredPage, pickerPath, origins, readingHealth, log } = options;
  const counter = createCallCounter(FRAMES_PER_USER);

  /** Only what the counts remember as a page without a field. */
  const findMissingPage = async (operation: string, requestId: string): Promise<MissingPage | undefined> => {
    const missing = await readingHealth.missing(operation);
    return missing.flatMap((one) => one.missing).find((page) => page.requestId === requestId);
  };

  const send = async ({ request, response }: VisitorCall, html: string): Promise<void> => {
    const picker = pickerPath === undefined ? undefined : `${originOf(request, origins)}${pickerPath}`;
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.setHeader('content-security-policy', policyOf(picker));
    response.setHeader('x-frame-options', 'SAMEORIGIN');
    // First in the document: whatever the page leaves open cannot swallow it.
    const script = picker === undefined ? '' : `<script crossorigin src="${picker}"></script>`;
    response.write(`<!doctype html><html><head>${script}`);
    for await (const part of toInertHtml(html)) {
      if (response.destroyed) return;
      if (part !== '' && !response.write(part)) await Promise.race([once(response, 'drain'), once(response, 'close')]);
    }
    response.end();
  };

  /** Sends the stored page of a request of this account, or says why not. */
  const show = async (call: VisitorCall, account: Pick<OwnAccount, 'id'>, requestId: string) => {
    const { userId } = call.visitor.user;
    if (!counter.begin(userId)) return refuse('concurrency_limit', { retryAfterSeconds: 1 });
    try {
      const page = await readStoredPage({ ...call, account }, requestId, callerGoneSignal(call.response));
      if (page.outcome !== 'found') return REFUSALS[page.outcome];
      await send(call, page.html);
      return undefined;
    } catch (error) {
      if (call.response.destroyed) return undefined;
      if (error instanceof GatewayTimeoutError) return refuse('api_timeout');
      if (error instanceof GatewayUnavailableError) return refuse('api_unavailable');
      throw error;
    } finally {
      counter.end(userId);
    }
  };

  return [
    {
      method: 'GET',
      path: '/api/frame/:requestId',
      access: 'viewer',
      handle: async (call) => {
        if (!isForFrame(call.request)) return refuse('forbidden_origin');
        if (call.account.isDisabled) return refuse('account_disabled');
        return show(call, call.account, String(call.request.params['requestId']));
      },
    },
    {
      method: 'GET',
      path: '/api/operator/reading/page',
      access: 'operator',
      handle: async (call) => {
        if (!isForFrame(call.request)) return refuse('forbidden_origin');
        const query = new URLSearchParams(call.request.url.split('?', 2)[1]);
        const operation = readOperation(query);
        if (typeof operation !== 'string') return operation;
        const page = await findMissingPage(operation, query.get('request') ?? '');
        if (page === undefined) return REFUSALS.missing;
        const { requestId, accountId } = page;
        // Operators may see pages of other accounts here alone, so each look is on record.
        log.info('operator opened a stored page', {
          userId: call.visitor.user.userId,
          accountId,
          shownRequestId: requestId,
          operation,
        });
        return show(call, { id: accountId }, requestId);
      },
    },
  ];
};
