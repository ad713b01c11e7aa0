import { useEffect, useState } from 'react';
import { isRunning, type BatchView } from '../../../api/batches.js';
import { paceOf, withSample, type Pace, type PaceSample } from '../progress/batch-pace.js';

/** How fast a running batch goes, from what was read of it on this page; undefined until it is known. */
export const usePace = (batch: BatchView, readAtMs: number): Pace | undefined => {
  const [samples, setSamples] = useState<readonly PaceSample[]>([]);
  const { responsesCount, requestsCount } = batch;
  useEffect(() => {
    setSamples((before) => withSample(before, { atMs: readAtMs, ended: responsesCount }));
  }, [readAtMs, responsesCount]);
  return isRunning(batch) ? paceOf(samples, requestsCount - responsesCount) : undefined;
};
