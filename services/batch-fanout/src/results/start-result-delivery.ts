import { startPeriodicTask } from '../periodic-task.js';
import { DELIVERY_POLL_MS } from './bounds.js';
import { createResultDeliverer, type ResultDelivererOptions } from './result-deliverer.js';

/** Delivers results until it is closed; then running tries are cut, and another process begins them again. */
export const startResultDelivery = (
  options: Omit<ResultDelivererOptions, 'signal' | 'onFreed'>,
): { close(): Promise<void> } => {
  const cutting = new AbortController();
  const deliverer = createResultDeliverer({
    ...options,
    ...{ signal: cutting.signal, onFreed: () => task.trigger() },
  });
  const task = startPeriodicTask({
    run: () => deliverer.startDue(),
    everyMs: DELIVERY_POLL_MS,
    onFailure: (error) => options.log.warn('due deliveries of results could not be read', { error }),
  });
  return {
    close: async () => {
      deliverer.stop();
      await task.close();
      cutting.abort();
      await deliverer.settled();
    },
  };
};
