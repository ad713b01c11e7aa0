import type { RecordStore } from '@quarry/store';

/** The part of the store that people are kept in; whoever sweeps it is not asked here. */
export type Records = Omit<RecordStore, 'purge'>;
