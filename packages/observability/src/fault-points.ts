import { readFileSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Points of a request at which a test may end or delay the process, in the order they are passed. */
export const FAULT_POINTS = [
  'gateway.idempotency_begun',
  'gateway.lease_taken',
  'gateway.credits_held',
  'gateway.enqueued',
  'worker.begun',
  'worker.fetched',
  'worker.files_stored',
  'worker.ended',
  'worker.lease_released',
  'worker.replied',
  'gateway.settled',
  'gateway.idempotency_finished',
  'gateway.batch_held',
  'gateway.batch_items_stored',
  'gateway.batch_activated',
  'fanout.leased',
  'fanout.absorbed',
  'fanout.grown',
  'fanout.handed_over',
  'fanout.enqueued',
  'fanout.published',
  'fanout.webhook_sent',
  'fanout.results_sent',
  'sweeper.rows_purged',
] as const;

export type FaultPoint = (typeof FAULT_POINTS)[number];

/** Passed at each point; does nothing unless a fault is armed there. */
export type PassFaultPoint = (point: FaultPoint) => Promise<void>;

export const noFaults: PassFaultPoint = () => Promise.resolve();

const armedFault = (folder: string, point: FaultPoint): string | undefined => {
  const file = join(folder, point);
  try {
    const fault = readFileSync(file, 'utf8').trim();
    // Only the process that removes the file triggers the fault, once.
    unlinkSync(file);
    return fault;
  } catch {
    return undefined;
  }
};

const strike = async (fault: string): Promise<void> => {
  const [kind, amount = '0'] = fault.split(' ');
  if (kind === 'kill') process.kill(process.pid, 'SIGKILL');
  if (kind === 'fail') throw new Error('a fault was armed here');
  if (kind === 'pause') await sleep(Number(amount));
};

/**
 * Faults are armed by files in `folder` with the name of their point: `kill`, `fail` or `pause <ms>`. Without a folder, as outside
 * of tests, no file is read.
 */
export const createFaultPoints = (folder: string | undefined): PassFaultPoint =>
  folder === undefined
    ? noFaults
    : async (point) => {
        const fault = armedFault(folder, point);
        if (fault !== undefined) await strike(fault);
      };
