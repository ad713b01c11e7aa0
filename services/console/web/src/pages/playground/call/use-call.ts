import { useQueryClient } from '@tanstack/react-query';
import { toQueryPairs } from '@quarry/contracts/query-pairs';
import { useCallback, useEffect, useRef, useState } from 'react';
import { isAborted, isApiError } from '../../../api/api-error.js';
import { callGateway } from '../../../api/client.js';
import type { OperationView } from '../../../api/operations.js';
import { readHeaders, type CallFailure, type CallResult } from './call-result.js';

export type CallState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'running'; readonly startedAtMs: number }
  | { readonly kind: 'cancelled'; readonly durationMs: number }
  | { readonly kind: 'ended'; readonly result: CallResult };

type Params = Readonly<Record<string, unknown>>;

const UNREADABLE: CallFailure = {
  code: 'network',
  message: 'The response broke off or could not be read. The request log shows how the call ended.',
  violations: [],
};

const send = (operation: OperationView, params: Params, signal: AbortSignal): Promise<Response> => {
  if (operation.method === 'POST') return callGateway(operation.path, { method: 'POST', body: params, signal });
  const query = new URLSearchParams(toQueryPairs(params).map(([name, value]): [string, string] => [name, value]));
  const text = query.toString();
  return callGateway(text === '' ? operation.path : `${operation.path}?${text}`, { signal });
};

const run = async (
  operation: OperationView,
  params: Params,
  signal: AbortSignal,
  startedAtMs: number,
): Promise<CallResult> => {
  try {
    const response = await send(operation, params, signal);
    const text = await response.text();
    const durationMs = Date.now() - startedAtMs;
    const { status, headers } = response;
    return { status, body: JSON.parse(text), sizeBytes: new Blob([text]).size, durationMs, ...readHeaders(headers) };
  } catch (error) {
    if (isAborted(error)) throw error;
    const ended = { headers: [], durationMs: Date.now() - startedAtMs, isCached: false };
    if (!isApiError(error)) return { ...ended, status: 0, failure: UNREADABLE };
    const { status, code, message, violations, retryAfterSeconds, requestId } = error;
    return {
      ...ended,
      status,
      requestId,
      creditsCharged: 0,
      failure: { code, message, violations, retryAfterSeconds },
    };
  }
};

/** Sends one call at a time and says how it goes. Leaving the page cancels it, which costs nothing. */
export const useCall = (operation: OperationView, onEnd: (params: Params, result: CallResult) => void) => {
  const queryClient = useQueryClient();
  const [state, setState] = useState<CallState>({ kind: 'idle' });
  const controller = useRef<AbortController | null>(null);
  useEffect(() => () => controller.current?.abort(), []);

  const start = useCallback(
    async (params: Params): Promise<void> => {
      controller.current?.abort();
      const own = new AbortController();
      controller.current = own;
      const startedAtMs = Date.now();
      setState({ kind: 'running', startedAtMs });
      try {
        const result = await run(operation, params, own.signal, startedAtMs);
        if (own.signal.aborted) return;
        setState({ kind: 'ended', result });
        onEnd(params, result);
      } catch {
        // Cancelled; unless another call has taken its place, that is shown.
        if (controller.current === own) setState({ kind: 'cancelled', durationMs: Date.now() - startedAtMs });
      } finally {
        void queryClient.invalidateQueries({ queryKey: ['account-usage'] });
        void queryClient.invalidateQueries({ queryKey: ['requests'] });
      }
    },
    [operation, onEnd, queryClient],
  );
  const cancel = useCallback(() => controller.current?.abort(), []);
  return { state, start, cancel };
};
