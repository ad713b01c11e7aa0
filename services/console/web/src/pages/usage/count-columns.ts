import { formatCount, nounOf } from '../../format/format.js';
import type { Column } from '../../ui/data/data-table.js';

export const CREDITS: Column<{ readonly credits: number }> = {
  key: 'credits',
  header: 'Credits',
  align: 'end',
  narrow: 'aside',
  cell: ({ credits }) => formatCount(credits),
};

export const REQUESTS: Column<{ readonly requests: number }> = {
  key: 'requests',
  header: 'Requests',
  align: 'end',
  narrow: 'meta',
  narrowUnit: ({ requests }) => nounOf(requests, 'request'),
  cell: ({ requests }) => formatCount(requests),
};

export const FAILED: Column<{ readonly failed: number }> = {
  key: 'failed',
  header: 'Failed',
  align: 'end',
  narrow: 'meta',
  narrowUnit: 'failed',
  cell: ({ failed }) => formatCount(failed),
};
