import { useCallback } from 'react';
import type { CallResult } from '../call/call-result.js';
import type { useHistory } from './use-history.js';

/** Adds ended calls of an operation to the history. */
export const useRemember = (operation: string, add: ReturnType<typeof useHistory>['add']) =>
  useCallback(
    (params: Readonly<Record<string, unknown>>, result: CallResult) => {
      const { requestId, failure, creditsCharged, durationMs } = result;
      add({
        ...{ operation, params, atMs: Date.now(), durationMs },
        ...(requestId === undefined ? {} : { requestId }),
        ...(failure === undefined ? {} : { error: failure.code }),
        ...(creditsCharged === undefined ? {} : { creditsCharged }),
      });
    },
    [add, operation],
  );
