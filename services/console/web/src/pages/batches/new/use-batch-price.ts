import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { FormField } from '../../../forms/form-field.js';
import { askPrice } from '../../playground/call/use-price.js';
import { GROUPS_MAX, priceGroups, sumPrices, type BatchPrice } from '../input/price-groups.js';
import type { InputItem } from '../input/read-input.js';

/** The most that the requests can cost together. */
export const useBatchPrice = (
  operation: string,
  fields: readonly FormField[],
  items: readonly InputItem[],
  defaults: Readonly<Record<string, unknown>>,
) => {
  const groups = useMemo(() => priceGroups(fields, items, defaults), [fields, items, defaults]);
  const priced = groups.slice(0, GROUPS_MAX);
  return useQuery({
    queryKey: ['batch-price', operation, priced.map(({ params, count }) => [params, count]), groups.length],
    queryFn: async ({ signal }): Promise<BatchPrice> => {
      const prices = await Promise.all(priced.map(({ params }) => askPrice(operation, params, signal)));
      return sumPrices(
        groups,
        prices.map(({ maxCredits }) => maxCredits ?? 0),
      );
    },
    enabled: items.length > 0,
    placeholderData: (before) => (items.length > 0 ? before : undefined),
    staleTime: 60_000,
    refetchOnWindowFocus: false,
  });
};
