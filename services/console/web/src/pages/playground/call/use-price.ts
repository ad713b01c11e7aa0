import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { callJson } from '../../../api/client.js';
import type { Fault } from '../../../forms/to-params.js';

/** What a call may cost at most, and what is wrong with it. */
export interface Price {
  /** Null while something is wrong. */
  readonly maxCredits?: number | null;
  /** Of a crawl: of one page at most. */
  readonly pageCredits?: number;
  readonly errors?: readonly Fault[];
}

const PAUSE_MS = 350;

const usePaused = <Value>(value: Value, pauseMs: number): Value => {
  const [paused, setPaused] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(value), pauseMs);
    return () => clearTimeout(timer);
  }, [value, pauseMs]);
  return paused;
};

type Params = Readonly<Record<string, unknown>>;

/** Faults of parameters that have not changed since they were found: a corrected field is not blamed while the next check is due. */
const stillTrue = (errors: readonly Fault[], about: Params, now: Params): readonly Fault[] =>
  errors.filter(({ field }) => {
    const [name = ''] = field.split('.');
    return JSON.stringify(about[name]) === JSON.stringify(now[name]);
  });

export const askPrice = (operation: string, params: unknown, signal?: AbortSignal): Promise<Price> =>
  callJson<Price>('/api/price', { method: 'POST', body: { operation, params }, signal });

/** The price of parameters, asked once they have not changed for a moment. */
export const usePrice = (operation: string, params: Params) => {
  const text = JSON.stringify(params);
  const asked = usePaused(text, PAUSE_MS);
  const query = useQuery({
    queryKey: ['price', operation, asked],
    queryFn: async ({ signal }) => {
      const about = JSON.parse(asked) as Params;
      return { about, price: await askPrice(operation, about, signal) };
    },
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    gcTime: 60_000,
    refetchOnWindowFocus: false,
  });
  /** False while what is shown is about parameters that have changed since. */
  const isCurrent = asked === text && !query.isPlaceholderData && query.data !== undefined;
  const errors = query.data && stillTrue(query.data.price.errors ?? [], query.data.about, params);
  return { price: query.data?.price, errors, isCurrent };
};
