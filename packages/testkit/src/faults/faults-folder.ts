import { existsSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { poll } from '../host/poll.js';

const POLL_MS = 10;

/** Arms faults in the processes of a fleet that was started with `env`. */
export interface FaultsFolder {
  readonly env: { readonly FAULTS_DIR: string };
  /** `kill`, `fail` or `pause <ms>`: hits the first process that reaches the point, once. */
  arm(point: string, fault: string): void;
  isArmed(point: string): boolean;
  /** Resolves when the fault has happened. */
  struck(point: string, timeoutMs: number): Promise<boolean>;
  disarm(point: string): void;
  close(): void;
}

export const openFaultsFolder = (): FaultsFolder => {
  const folder = mkdtempSync(join(tmpdir(), 'quarry-faults-'));
  const file = (point: string): string => join(folder, point);
  const isArmed = (point: string): boolean => existsSync(file(point));
  return {
    env: { FAULTS_DIR: folder },
    arm: (point, fault) => {
      // Written elsewhere and renamed, as a process may look at any moment.
      writeFileSync(join(folder, '.new'), fault);
      renameSync(join(folder, '.new'), file(point));
    },
    isArmed,
    struck: (point, timeoutMs) =>
      poll(
        () => !isArmed(point),
        (hasStruck) => hasStruck,
        { timeoutMs, everyMs: POLL_MS },
      ),
    disarm: (point) => rmSync(file(point), { force: true }),
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
};
