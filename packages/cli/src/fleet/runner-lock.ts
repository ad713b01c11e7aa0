import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

/** Places in /proc/<pid>/stat after the program name, which may hold spaces. */
const STATE = 0;
const START_TIME = 19;

const lockSchema = z.object({
  holder: z.object({ pid: z.int().positive(), startedAt: z.string().min(1) }),
  details: z.object({ baseUrl: z.string().optional() }).optional(),
});

/** The process that runs the fleet of a data folder. */
export interface Runner {
  readonly pid: number;
  /** When it was started, in the system's format: a later process with the same id has another. */
  readonly startedAt: string;
  readonly baseUrl: string | undefined;
}

const linuxStartTime = (pid: number): string | undefined => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[STATE] === 'Z' ? undefined : fields[START_TIME];
  } catch {
    return undefined;
  }
};

const otherStartTime = (pid: number): string | undefined => {
  try {
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim() || undefined;
  } catch {
    return undefined;
  }
};

const startTimeOf = process.platform === 'linux' ? linuxStartTime : otherStartTime;

/** False once the process has ended, also if its id belongs to another one now. */
export const isRunning = ({ pid, startedAt }: Runner): boolean => startTimeOf(pid) === startedAt;

/** The living runner of a data folder; undefined if none holds its lock. */
export const readRunner = (dataDir: string): Runner | undefined => {
  try {
    const { holder, details } = lockSchema.parse(JSON.parse(readFileSync(join(dataDir, 'runner.lock'), 'utf8')));
    const runner = { ...holder, baseUrl: details?.baseUrl };
    return isRunning(runner) ? runner : undefined;
  } catch {
    return undefined;
  }
};
